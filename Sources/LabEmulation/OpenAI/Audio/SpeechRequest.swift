import LabProviders

/// What is asked of speech synthesis, as far as the emulator acts on it.
struct SpeechRequest: Decodable {
  var model: String?
  var input: String?
  var voice: Voice?
  var responseFormat: String?
  var streamFormat: String?
  var speed: Double?

  private enum CodingKeys: String, CodingKey {
    case model, input, voice, speed
    case responseFormat = "response_format"
    case streamFormat = "stream_format"
  }

  /// The name of a voice, or an object with the id of one that the customer made.
  struct Voice: Decodable {
    var name: String
    var isOwn: Bool

    private enum CodingKeys: String, CodingKey { case id }

    init(from decoder: any Decoder) throws {
      if let name = try decoder.singleValueContainer().read(String.self) {
        (self.name, isOwn) = (name, false)
      } else {
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
        isOwn = true
      }
    }
  }

  static let voices = [
    "alloy", "ash", "ballad", "coral", "echo", "fable", "onyx", "nova", "sage", "shimmer", "verse", "marin",
    "cedar",
  ]
  /// The formats that the service knows, with their media types; the emulator makes the last two.
  static let formats = [
    ("mp3", "audio/mpeg"), ("opus", "audio/opus"), ("aac", "audio/aac"), ("flac", "audio/flac"),
    ("wav", "audio/wav"), ("pcm", "audio/pcm"),
  ]

  var format: String { responseFormat ?? "mp3" }
  var sendsEvents: Bool { streamFormat == "sse" }
  var mediaType: String { Self.formats.first { $0.0 == format }?.1 ?? "audio/pcm" }

  /// What the service says to a request that makes no sense; `nil` when it can be served.
  ///
  /// - Parameter areOpenAIs: Whether the voices are those of OpenAI; servers of other people have others.
  func refusal(ofVoices areOpenAIs: Bool = true) -> ChatError? {
    for (name, isThere) in [("model", model != nil), ("input", input != nil), ("voice", voice != nil)]
    where !isThere {
      return .invalid(name, "Missing required parameter: '\(name)'.", code: "missing_required_parameter")
    }
    let input = input ?? ""
    if !input.contains(where: { !$0.isWhitespace }) {
      return .invalid("input", "'input' must have at least 1 character.", code: "string_too_short")
    }
    if input.unicodeScalars.count > 4096 {
      return .invalid("input", "'input' must have at most 4096 characters.", code: "string_too_long")
    }
    if areOpenAIs, let voice, !voice.isOwn, !Self.voices.contains(voice.name) {
      return .invalid(
        "voice", "'voice' must be one of \(Self.voices.joined(separator: ", ")).", code: "invalid_value")
    }
    if let speed, !(0.25...4).contains(speed) {
      return .invalid("speed", "'speed' must be from 0.25 to 4.0.", code: "invalid_value")
    }
    return formatRefusal
  }

  private var formatRefusal: ChatError? {
    guard Self.formats.contains(where: { $0.0 == format }) else {
      let names = Self.formats.map(\.0).joined(separator: ", ")
      return .invalid("response_format", "'response_format' must be one of \(names).", code: "invalid_value")
    }
    guard ["pcm", "wav"].contains(format) else {
      return .invalid(
        "response_format", "The emulator speaks response_format 'pcm' and 'wav' only, not '\(format)'.",
        code: "unsupported_value")
    }
    guard [nil, "audio", "sse"].contains(streamFormat) else {
      return .invalid("stream_format", "'stream_format' must be audio or sse.", code: "invalid_value")
    }
    guard !sendsEvents || model?.hasPrefix("tts-1") != true else {
      return .invalid(
        "stream_format", "stream_format 'sse' is not supported with model '\(model ?? "")'.",
        code: "unsupported_value")
    }
    return nil
  }
}
