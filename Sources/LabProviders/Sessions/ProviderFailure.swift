/// Why a provider did not do what it was asked: data for the record, never thrown.
public struct ProviderFailure: Hashable, Sendable, Error {
  /// A stable short word, e.g. `refused`, `unauthorized`, `rate_limited`, `server_error`, `bad_message`,
  /// `lost`, `timed_out`, `session_limit`. Never holds variable text, keys or transcripts.
  public var code: String
  /// One sentence for people, with what the service said. Never holds keys.
  public var message: String
  /// The HTTP status or WebSocket close code, when there was one.
  public var status: Int?
  /// How long the service asked to wait before trying again.
  public var retryAfter: Duration?

  public init(code: String, message: String, status: Int? = nil, retryAfter: Duration? = nil) {
    self.code = code
    self.message = message
    self.status = status
    self.retryAfter = retryAfter
  }

  public init(_ failure: ConnectionFailure) {
    self.init(code: failure.code, message: failure.message)
  }

  /// The failure that an HTTP status stands for.
  public static func status(_ status: Int, message: String, retryAfter: Duration? = nil) -> ProviderFailure {
    let code =
      switch status {
      case 401, 403: "unauthorized"
      case 402: "payment_required"
      case 404: "not_found"
      case 408: "timed_out"
      case 429: "rate_limited"
      case 503, 529: "overloaded"
      case 500...599: "server_error"
      default: "bad_request"
      }
    return ProviderFailure(code: code, message: message, status: status, retryAfter: retryAfter)
  }
}
