/// What the service means by closing a WebSocket.
enum DeepgramClose {
  static func failure(code: Int, reason: String, key: APIKey) -> ProviderFailure {
    let word =
      if reason.hasPrefix("NET-0001") {
        "timed_out"
      } else if reason.hasPrefix("NET-0003") {
        "session_limit"
      } else if reason.hasPrefix("DATA") || reason.hasPrefix("MESSAGE") || reason.hasPrefix("BIG") {
        "bad_request"
      } else {
        "lost"
      }
    let words = reason.isEmpty ? "without a reason" : "saying “\(key.redacted(from: reason))”"
    return ProviderFailure(
      code: word, message: "Deepgram closed the connection with code \(code) \(words).", status: code)
  }
}
