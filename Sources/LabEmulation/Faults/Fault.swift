public import LabTimeline

/// One thing that goes wrong with an emulated service; the raw value is its name in plans.
public enum Fault: String, Hashable, Sendable, CaseIterable {
  // Before there is a connection.
  /// Nothing listens on the port.
  case refused
  /// The TLS handshake fails.
  case tlsFailure = "tls_failure"
  /// The connection takes long to be set up.
  case slowHandshake = "slow_handshake"

  // In place of an answer, in the vendor's own words.
  /// 401, or what the vendor says instead: the key is not accepted.
  case unauthorized
  /// 402, or what the vendor says instead: nobody pays.
  case paymentRequired = "payment_required"
  /// 429, or what the vendor says instead: too many requests.
  case rateLimited = "rate_limited"
  /// 500, or what the vendor says instead.
  case serverError = "server_error"
  /// 503, 529 or what the vendor says instead: the service has no room.
  case overloaded

  // In the middle of an answer.
  /// The service ends its half of the connection in order, without a farewell.
  case halfClose = "half_close"
  /// The connection is cut.
  case connectionLost = "connection_lost"
  /// The session has lasted too long for the vendor, who says so and closes.
  case sessionLimit = "session_limit"
  /// Nothing more comes, or nothing for a while, and the connection stays open.
  case silence
  /// A message is cut short, so that it is not JSON.
  case malformedJSON = "malformed_json"
  /// A message comes whose type nobody knows.
  case unknownMessage = "unknown_message"
  /// A stream's pieces are cut inside characters.
  case splitUTF8 = "split_utf8"
  /// Speech breaks off, in the middle of a sample, and is declared complete.
  case truncatedAudio = "truncated_audio"
  /// Speech comes, or is understood, at another sample rate than agreed.
  case wrongSampleRate = "wrong_sample_rate"
  /// A settled piece of the transcript is sent twice.
  case duplicateFinal = "duplicate_final"
  /// Speech that was taken back is sent all the same.
  case answerAfterCancel = "answer_after_cancel"

  /// Where in the life of a call a fault strikes.
  public enum Phase: Hashable, Sendable {
    case connecting, answering, streaming
  }

  /// When in a call it strikes.
  public var phase: Phase {
    switch self {
    case .refused, .tlsFailure, .slowHandshake: .connecting
    case .unauthorized, .paymentRequired, .rateLimited, .serverError, .overloaded: .answering
    case .halfClose, .connectionLost, .sessionLimit, .silence, .malformedJSON, .unknownMessage, .splitUTF8,
      .truncatedAudio, .wrongSampleRate, .duplicateFinal, .answerAfterCancel:
      .streaming
    }
  }

  /// The stages that it can happen to.
  public var stages: Set<Stage> {
    switch self {
    case .duplicateFinal: [.stt]
    case .truncatedAudio, .answerAfterCancel: [.tts]
    case .wrongSampleRate: [.stt, .tts]
    case .sessionLimit: [.stt, .tts, .s2s]
    case .splitUTF8: [.llm]
    default: Set(Stage.allCases)
    }
  }

  /// Whether it strikes at one point of a stream, which `after_ms`, `after_bytes` and `after_messages` can
  /// place.
  public var hasPosition: Bool {
    switch self {
    case .halfClose, .connectionLost, .sessionLimit, .silence, .malformedJSON, .unknownMessage: true
    default: false
    }
  }
}
