/// What goes wrong at AssemblyAI, as failures: refused upgrades, error messages and closes.
enum AssemblyAIFailure {
  static func refusal(_ head: ResponseHead) -> ProviderFailure {
    .status(
      head.status, message: "AssemblyAI answered with status \(head.status).",
      retryAfter: RetryAfter.duration(in: head.headers))
  }

  /// A close that nobody asked for and no error message announced.
  static func closure(code: Int, reason: String, key: APIKey) -> ProviderFailure {
    let words = reason.isEmpty ? "without a reason" : "saying “\(key.redacted(from: reason))”"
    return ProviderFailure(
      code: word(code, reason), message: "AssemblyAI closed the connection with code \(code) \(words).",
      status: code)
  }

  /// An error message; a close with the same code follows it.
  static func error(code: Int?, text: String, key: APIKey) -> ProviderFailure {
    let number = code.map { " \($0)" } ?? ""
    return ProviderFailure(
      code: word(code ?? 3005, text),
      message: "AssemblyAI reported error\(number): \(key.redacted(from: text)).", status: code)
  }

  /// Source: AssemblyAI's page on common session errors (2026-03); the four-digit codes from 4000 are those
  /// of the error table of assemblyai 1.8.2.
  private static func word(_ code: Int, _ text: String) -> String {
    switch code {
    case 1008, 3009, 4102:
      text.contains("oo many concurrent sessions") || code == 4102 ? "rate_limited" : "unauthorized"
    case 4001, 4003: "unauthorized"
    case 4002: "payment_required"
    case 3006, 3007, 4000, 4032...4034, 4100, 4101: "bad_request"
    case 3008, 4008: "session_expired"
    case 4031: "timed_out"
    case 4029: "rate_limited"
    case 1013: "overloaded"
    case 3005: "server_error"
    default: "lost"
    }
  }
}
