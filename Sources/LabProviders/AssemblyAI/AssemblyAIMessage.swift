/// What the service says on a streaming connection (API v3).
///
/// Source: AssemblyAI's pages on the message sequence (2026-03) and assemblyai 1.8.2.
enum AssemblyAIMessage: Hashable {
  case begin
  case speechStarted
  case turn(Turn)
  case termination
  case error(code: Int?, text: String)
  /// A type that this client does not know or has no use for.
  case other

  struct Turn: Hashable {
    /// Which turn of the session.
    var order: Int
    var hasEnded: Bool
    /// The words that no longer change; with Universal-3 all of them.
    var transcript: String
    /// The words of the turn, the unsettled last one included.
    var words: [String]
    /// The words up to a pause, when there is one; a moment to begin a reply ahead of time.
    var utterance: String

    /// The turn's words so far. A pause within a sentence is written as a dash, which nobody said.
    var soFar: String {
      let text = words.isEmpty ? transcript : words.joined(separator: " ")
      return text.hasSuffix("—") ? String(text.dropLast()) : text
    }
  }

  /// - Throws: when the text is not a JSON object, or is a turn or an error that lacks a part. An unknown
  ///   type is not an error.
  init(_ text: String) throws {
    switch try JSONText.decode(Kind.self, from: text).name {
    case "Begin": self = .begin
    case "SpeechStarted": self = .speechStarted
    case "Termination": self = .termination
    case "Turn": self = .turn(try JSONText.decode(WireTurn.self, from: text).turn)
    case "Error":
      let error = try JSONText.decode(WireError.self, from: text)
      self = .error(code: error.code, text: error.text)
    default: self = .other
    }
  }

  private struct Kind: Decodable {
    var type: String?
    var error: String?
    /// An object with an error and no type is an error too.
    var name: String? { type ?? (error == nil ? nil : "Error") }
  }

  private struct WireError: Decodable {
    var code: Int?
    var text: String

    private enum CodingKeys: String, CodingKey {
      case code = "error_code"
      case text = "error"
    }
  }

  private struct WireTurn: Decodable {
    var order: Int
    var hasEnded: Bool
    var transcript: String
    var words: [Word]
    var utterance: String?

    struct Word: Decodable { var text: String }

    private enum CodingKeys: String, CodingKey {
      case transcript, words, utterance
      case order = "turn_order"
      case hasEnded = "end_of_turn"
    }

    var turn: Turn {
      Turn(
        order: order, hasEnded: hasEnded, transcript: transcript, words: words.map(\.text),
        utterance: utterance ?? "")
    }
  }
}
