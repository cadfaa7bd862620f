/// A WebSocket to open.
public struct WebSocketRequest: Sendable, Hashable {
  /// The whole address, percent-encoded, beginning with `ws://` or `wss://`.
  public var url: String
  /// Further header lines of the opening request. Those of the handshake itself are added.
  public var headers: [HTTPHeader]
  /// The subprotocols offered, the preferred one first; empty for none.
  public var subprotocols: [String]
  /// How long lookup, connect, TLS and upgrade may take together. Default 10 s.
  public var connectTimeout: Duration

  /// Creates a request.
  public init(
    url: String, headers: [HTTPHeader] = [], subprotocols: [String] = [],
    connectTimeout: Duration = .seconds(10)
  ) {
    self.url = url
    self.headers = headers
    self.subprotocols = subprotocols
    self.connectTimeout = connectTimeout
  }
}

/// A whole message on a WebSocket.
public enum WebSocketMessage: Sendable, Hashable {
  /// UTF-8 text.
  case text(String)
  /// Bytes.
  case binary([UInt8])

  /// The size of the payload in bytes.
  var byteCount: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .binary(let bytes): bytes.count
    }
  }
}
