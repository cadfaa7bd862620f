public import LabTransport

extension EmulatorServer {
  /// How a server listens and what it bounds.
  public struct Settings: Sendable {
    /// The address to listen on; `localhost` stands for 127.0.0.1.
    public var host: String
    /// The port to listen on; 0 for any free one.
    public var port: Int
    /// Whether `host` may be an address that other machines reach. Emulated services check no keys.
    public var allowsOtherMachines: Bool
    /// The certificate to serve TLS with; `nil` for plain connections.
    public var certificate: ServerCertificate?
    /// How many event loops share the connections; at least 1.
    public var threadCount: Int
    /// Where the instants of writing are noted; nowhere when `nil`.
    public var writeLog: WriteLog?
    /// How many connections may be open; what comes beyond is closed at once.
    public var connectionLimit: Int
    /// The largest body of an HTTP request in bytes; a larger one is answered with 413.
    public var bodyByteLimit: Int
    /// The largest WebSocket message of a client in bytes; a larger one is answered with the close code 1009.
    public var messageByteLimit: Int
    /// How many bytes may wait for a client to read them before its connection is cut.
    public var unsentByteLimit: Int
    /// How long a client may take to answer a close, or to end a connection that was refused.
    public var closeTimeout: Duration
    /// How the server's threads are scheduled.
    public var priority: ThreadPriority
    /// The leg that clients come over: their bytes, and those to them, take as long as over it. None when
    /// `nil`.
    public var leg: Leg?

    /// Creates settings: plain connections of this machine on any free port, by default.
    public init(
      host: String = "127.0.0.1", port: Int = 0, allowsOtherMachines: Bool = false,
      certificate: ServerCertificate? = nil, threadCount: Int = 1, writeLog: WriteLog? = nil,
      connectionLimit: Int = 10_000, bodyByteLimit: Int = 32 << 20, messageByteLimit: Int = 16 << 20,
      unsentByteLimit: Int = 64 << 20, closeTimeout: Duration = .seconds(2),
      priority: ThreadPriority = .realTimeIfPermitted
    ) {
      self.host = host
      self.port = port
      self.allowsOtherMachines = allowsOtherMachines
      self.certificate = certificate
      self.threadCount = threadCount
      self.writeLog = writeLog
      self.connectionLimit = connectionLimit
      self.bodyByteLimit = bodyByteLimit
      self.messageByteLimit = messageByteLimit
      self.unsentByteLimit = unsentByteLimit
      self.closeTimeout = closeTimeout
      self.priority = priority
    }

    /// What makes the settings impossible; `nil` when nothing does.
    var problem: EmulatorServerError? {
      let bounds = [
        ("threadCount", threadCount, 1024), ("connectionLimit", connectionLimit, 1 << 20),
        ("bodyByteLimit", bodyByteLimit, 1 << 31), ("messageByteLimit", messageByteLimit, 1 << 31),
        ("unsentByteLimit", unsentByteLimit, 1 << 31),
      ]
      return bounds.first { !(1...$0.2).contains($0.1) }.map { name, value, limit in
        EmulatorServerError(
          .invalidSetting, "The server's \(name) cannot be \(value).", hint: "Use 1 to \(limit).")
      }
    }
  }
}
