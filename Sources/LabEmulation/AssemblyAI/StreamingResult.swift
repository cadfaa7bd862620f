import LabProviders
import LabTimeline

/// The messages of AssemblyAI's streaming API (v3), as text, with every field that the official SDK asks for.
enum StreamingResult {
  /// - Parameter expiry: When the session will be over, in whole seconds of the emulator's own time, which
  ///   does not know the calendar.
  static func begin(id: String, expiry: Int, model: String) -> String {
    "{\"type\":\"Begin\",\"id\":\"\(id)\",\"expires_at\":\(expiry),"
      + "\"configuration\":{\"model\":\(JSONText.quoted(model)),\"api_version\":\"2025-05-12\"}}"
  }

  static func speechStarted(milliseconds: Int) -> String {
    "{\"type\":\"SpeechStarted\",\"timestamp\":\(milliseconds),\"confidence\":0.99}"
  }

  static func termination(audioSeconds: Int, sessionSeconds: Int) -> String {
    "{\"type\":\"Termination\",\"audio_duration_seconds\":\(audioSeconds),"
      + "\"session_duration_seconds\":\(sessionSeconds)}"
  }

  static func error(code: Int, reason: String) -> String {
    "{\"type\":\"Error\",\"error_code\":\(code),\"error\":\(JSONText.quoted(reason))}"
  }

  /// How a turn stands.
  struct Turn {
    var order: Int
    var words: [Word]
    var transcript: String
    var utterance = ""
    var hasEnded = false
    var isFormatted = false
    var confidence: Double
  }

  struct Word {
    var text: String
    var start: Int
    var end: Int
    var isFinal: Bool
  }

  static func turn(_ turn: Turn) -> String {
    let words = turn.words.map { word in
      "{\"start\":\(word.start),\"end\":\(word.end),\"text\":\(JSONText.quoted(word.text)),\"confidence\":0.99,"
        + "\"word_is_final\":\(word.isFinal)}"
    }
    return "{\"turn_order\":\(turn.order),\"turn_is_formatted\":\(turn.isFormatted),"
      + "\"end_of_turn\":\(turn.hasEnded),\"transcript\":\(JSONText.quoted(turn.transcript)),"
      + "\"end_of_turn_confidence\":\(Double(Int(turn.confidence * 10_000)) / 10_000),"
      + "\"words\":[\(words.joined(separator: ","))],\"utterance\":\(JSONText.quoted(turn.utterance)),"
      + "\"type\":\"Turn\"}"
  }
}
