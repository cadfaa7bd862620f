/// One HTTP exchange to carry out.
public struct HTTPRequest: Sendable, Hashable {
  /// The method, such as `POST`.
  public var method: String
  /// The whole address, percent-encoded, beginning with `http://` or `https://`.
  public var url: String
  /// The header lines, sent as they are. Host and length are added; `Expect` and `Accept-Encoding` never are.
  public var headers: [HTTPHeader]
  /// The body; empty for none.
  public var body: [UInt8]
  /// How long lookup, connect and TLS may take together. Default 10 s.
  public var connectTimeout: Duration
  /// How long nothing at all may arrive, in whole seconds, rounded up; `nil` for as long as it takes. Default
  /// 60 s.
  public var idleTimeout: Duration?
  /// How long the whole exchange may take; `nil`, the default, for as long as it takes.
  public var totalTimeout: Duration?

  /// Creates a request.
  public init(
    method: String, url: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
    connectTimeout: Duration = .seconds(10), idleTimeout: Duration? = .seconds(60),
    totalTimeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.connectTimeout = connectTimeout
    self.idleTimeout = idleTimeout
    self.totalTimeout = totalTimeout
  }

  /// What makes the request impossible to send as it stands; `nil` when nothing does.
  var problem: TransportFailure? {
    if method.isEmpty || !method.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) {
      return TransportFailure(
        .invalidRequest, "The HTTP method is empty or holds characters that no method may.")
    }
    if let header = headers.first(where: { !$0.isWellFormed }) {
      return TransportFailure(
        .invalidRequest, "The request header \(header.name.debugDescription) cannot be sent.")
    }
    return nil
  }
}
