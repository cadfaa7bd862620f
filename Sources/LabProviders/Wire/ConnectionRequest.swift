/// What a client session asks the driver to open: a WebSocket, one HTTP exchange, or an engine on this
/// machine.
public struct ConnectionRequest: Hashable, Sendable {
  public var transport: Transport
  public var endpoint: Endpoint
  /// The path with its query, percent-encoded, beginning with a slash.
  public var target: String
  public var headers: [HeaderField]
  /// The body of an HTTP request; empty for a WebSocket.
  public var body: [UInt8]

  public init(
    transport: Transport, endpoint: Endpoint, target: String, headers: [HeaderField], body: [UInt8] = []
  ) {
    self.transport = transport
    self.endpoint = endpoint
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// What is spoken on the connection.
  public enum Transport: Hashable, Sendable {
    case webSocket
    case http(method: String)
    /// Lines, to an engine on this machine; the target is the provider's name and the body opens the session.
    case engine(EngineSpecification)
  }

  /// The address with scheme, as the transport needs it.
  public var url: String {
    let scheme =
      switch (transport, endpoint.isSecure) {
      case (.webSocket, true): "wss"
      case (.webSocket, false): "ws"
      case (.http, true): "https"
      case (.http, false): "http"
      case (.engine, _): "engine"
      }
    return "\(scheme)://\(endpoint.host):\(endpoint.port)\(target)"
  }
}

/// A host that a provider answers on.
public struct Endpoint: Hashable, Sendable {
  public var isSecure: Bool
  public var host: String
  public var port: Int

  public init(isSecure: Bool, host: String, port: Int) {
    self.isSecure = isSecure
    self.host = host
    self.port = port
  }

  /// A public service: TLS on port 443.
  public static func service(_ host: String) -> Endpoint {
    Endpoint(isSecure: true, host: host, port: 443)
  }
}
