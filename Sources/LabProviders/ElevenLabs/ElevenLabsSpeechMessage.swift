import LabTimeline

/// What the service says on a stream-input connection.
///
/// Read from the Python SDK 2.78.0 and the AsyncAPI document of 25 August 2025, which differ in the spelling
/// of one member; both are taken.
struct ElevenLabsSpeechMessage: Decodable {
  private var audio: String?
  private var isFinal: Bool?
  private var alignment: Characters?
  private var error: String?
  private var message: String?
  private var code: Int?

  /// Characters and when they are said, in milliseconds from the first sample of the message's audio.
  private struct Characters: Decodable {
    var chars: [String]
    var charStartTimesMs: [Double]
    var charDurationsMs: [Double]?
    var charsDurationsMs: [Double]?

    var pieces: SpeechAlignment? {
      guard let durations = charDurationsMs ?? charsDurationsMs, chars.count == charStartTimesMs.count,
        chars.count == durations.count, !chars.isEmpty,
        (charStartTimesMs + durations).allSatisfy({ $0.magnitude < 1e9 })
      else { return nil }
      return SpeechAlignment(
        pieces: chars.indices.map {
          .init(
            text: chars[$0], start: .milliseconds(charStartTimesMs[$0]),
            duration: .milliseconds(durations[$0]))
        })
    }
  }

  /// What the message says about the chunk; `nil` when its audio is not Base64.
  func pieces(key: APIKey) -> [SpeechPiece]? {
    if let error { return [.failed(failure(error, key: key))] }
    var pieces: [SpeechPiece] = []
    if let alignment = alignment?.pieces { pieces.append(.aligned(alignment)) }
    if let audio, !audio.isEmpty {
      guard let bytes = Base64Text.decoded(audio) else { return nil }
      pieces.append(.audio(bytes))
    }
    if isFinal == true { pieces.append(.complete) }
    return pieces
  }

  private func failure(_ error: String, key: APIKey) -> ProviderFailure {
    let words = key.redacted(from: message ?? error)
    return ProviderFailure(
      code: ElevenLabsError.word(error), message: "ElevenLabs reported an error: \(words).", status: code)
  }
}

/// The service's names for what went wrong, as stable words of ours.
enum ElevenLabsError {
  static func word(_ name: String) -> String {
    switch name {
    case "invalid_api_key", "needs_authorization", "missing_permissions", "auth_error", "unaccepted_terms":
      "unauthorized"
    case "quota_exceeded": "payment_required"
    case "voice_not_found", "model_not_found": "not_found"
    case "too_many_concurrent_requests", "rate_limited": "rate_limited"
    case "system_busy", "queue_overflow", "resource_exhausted": "overloaded"
    case "input_timeout_exceeded", "insufficient_audio_activity": "timed_out"
    case "session_time_limit_exceeded": "session_limit"
    case "transcriber_error", "error", "internal_error": "server_error"
    default: "bad_request"
    }
  }

  /// The failure that a close without a message stands for.
  static func closed(code: Int, reason: String, key: APIKey) -> ProviderFailure {
    let words = reason.isEmpty ? "without a reason" : "saying “\(key.redacted(from: reason))”"
    return ProviderFailure(
      code: code == 1008 ? "bad_request" : "lost",
      message: "ElevenLabs closed the connection with code \(code) \(words).", status: code)
  }
}
