/// What holds for every connection of a transport.
///
/// No proxy is ever used, redirects are not followed, and nothing is decompressed: each would put time of its
/// own between the service and the measurement.
public struct TransportSettings: Sendable, Hashable {
  /// A PEM file with the certificates to trust in place of the system's, such as a test server's own.
  public var certificateAuthorityFile: String?
  /// Whether HTTPS may agree on HTTP/2.
  public var httpVersions: HTTPVersions
  /// Open connections kept for another request. Default 1024.
  public var idleConnectionLimit: Int
  /// The largest head of an answer, in bytes. Default 64 KiB.
  public var headByteLimit: Int
  /// The largest WebSocket message taken, in bytes. Default 16 MiB.
  public var messageByteLimit: Int
  /// How many bytes may wait to be sent on one WebSocket before it counts as stuck. Default 64 MiB.
  public var unsentByteLimit: Int
  /// How long the other side of a WebSocket may take to answer a close. Default 2 s.
  public var closeTimeout: Duration
  /// How the I/O threads are scheduled.
  public var priority: ThreadPriority

  /// Creates settings; the defaults suit a few hundred conversations at once.
  public init(
    certificateAuthorityFile: String? = nil, httpVersions: HTTPVersions = .upToHTTP2OverTLS,
    idleConnectionLimit: Int = 1024, headByteLimit: Int = 64 << 10, messageByteLimit: Int = 16 << 20,
    unsentByteLimit: Int = 64 << 20, closeTimeout: Duration = .seconds(2),
    priority: ThreadPriority = .realTimeIfPermitted
  ) {
    self.certificateAuthorityFile = certificateAuthorityFile
    self.httpVersions = httpVersions
    self.idleConnectionLimit = idleConnectionLimit
    self.headByteLimit = headByteLimit
    self.messageByteLimit = messageByteLimit
    self.unsentByteLimit = unsentByteLimit
    self.closeTimeout = closeTimeout
    self.priority = priority
  }

  /// The versions of HTTP a request may be made in.
  public enum HTTPVersions: Sendable, Hashable {
    /// HTTP/1.1 always.
    case onlyHTTP1
    /// HTTP/2 where TLS agrees on it, with many requests on one connection; HTTP/1.1 otherwise.
    case upToHTTP2OverTLS
  }
}
