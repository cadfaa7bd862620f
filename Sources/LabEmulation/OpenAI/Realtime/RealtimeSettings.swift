import LabProviders

/// The settings of a Realtime session, as the client changes them and as the service repeats them.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0; defaults as in the document's samples.
struct RealtimeSettings {
  /// The models that transcribe in a session.
  static let transcribers = [
    "whisper-1", "gpt-4o-transcribe", "gpt-4o-mini-transcribe", "gpt-realtime-whisper",
  ]

  /// What a session is for.
  enum Kind: Hashable {
    case transcription
    /// A conversation with this model.
    case conversation(model: String)
  }

  /// How the speaker's words are written down.
  struct Transcription: Hashable {
    var model: String
    var language: String?
    var prompt: String?

    /// Whether it writes while the speaker speaks.
    var isLive: Bool { model == "gpt-realtime-whisper" }
    var isWhisper: Bool { model == "whisper-1" }

    /// The provider whose profile tells how long it takes.
    var provider: String {
      isLive ? "openai/" + model : OpenAIAnswer.provider(of: model) + "-realtime"
    }
  }

  let kind: Kind
  let id: String
  /// Seconds on the service's own clock, for it has no calendar.
  let expiresAt: Int
  var input = RealtimeFormat()
  var noiseReduction = JSONTree.null
  var transcription: Transcription?
  var detection: RealtimeDetection
  var include = JSONTree.null
  var speech = RealtimeSpeechSettings()

  init(kind: Kind, id: String, expiresAt: Int) {
    self.kind = kind
    self.id = id
    self.expiresAt = expiresAt
    detection = .server(.init())
  }

  var isTranscription: Bool { kind == .transcription }

  /// Changes what a `session.update` names and leaves the rest; changes nothing when any of it makes no
  /// sense.
  ///
  /// - Parameter hasSpoken: Sound has left the session, so that its voice is settled.
  mutating func apply(_ update: JSONTree, hasSpoken: Bool) throws(RealtimeProblem) {
    var new = self
    let type = isTranscription ? "transcription" : "realtime"
    guard let given = update["type"] else { throw .missing("session.type") }
    guard given.string == type else {
      throw .invalidValue("session.type", "'\(type)', and cannot be changed in a session")
    }
    if let include = update["include"] { new.include = include }
    if let input = update["audio"]?["input"] { try new.applyInput(input) }
    if !isTranscription { try new.speech.apply(update, hasSpoken: hasSpoken) }
    if new.transcription?.isLive == true, new.detection != .off, new.isTranscription {
      throw .invalidValue(
        "session.audio.input.turn_detection", "null with the model 'gpt-realtime-whisper'")
    }
    self = new
  }

  private mutating func applyInput(_ input: JSONTree) throws(RealtimeProblem) {
    if let format = input["format"] {
      guard let known = RealtimeFormat(format) else {
        throw .invalidValue(
          "session.audio.input.format", "audio/pcm with rate 24000, audio/pcmu or audio/pcma")
      }
      self.input = known
    }
    if let noise = input["noise_reduction"] {
      guard noise == .null || ["near_field", "far_field"].contains(noise["type"]?.string) else {
        throw .invalidValue("session.audio.input.noise_reduction.type", "near_field or far_field")
      }
      noiseReduction = noise
    }
    if let transcription = input["transcription"] {
      self.transcription = try Self.transcription(transcription)
    }
    if let detection = input["turn_detection"] { self.detection = try RealtimeDetection(detection) }
  }

  private static func transcription(_ tree: JSONTree) throws(RealtimeProblem) -> Transcription? {
    guard tree != .null else { return nil }
    let place = "session.audio.input.transcription.model"
    guard let model = tree["model"]?.string else { throw .missing(place) }
    let name = OpenAIAnswer.provider(of: model).dropFirst("openai/".count)
    guard transcribers.contains(String(name)) else {
      throw .invalidValue(place, "one of " + transcribers.joined(separator: ", "))
    }
    return Transcription(model: model, language: tree["language"]?.string, prompt: tree["prompt"]?.string)
  }

  /// The session as the service tells it.
  var json: String {
    let input =
      #""input":{"format":\#(self.input.json),"transcription":\#(transcriptionJSON),"#
      + #""noise_reduction":\#(noiseReduction.text),"turn_detection":\#(detection.json(isTranscription: isTranscription))}"#
    let common = #""id":"\#(id)","expires_at":\#(expiresAt),"include":\#(include.text)"#
    switch kind {
    case .transcription:
      return
        #"{"type":"transcription","object":"realtime.transcription_session",\#(common),"audio":{\#(input)}}"#
    case .conversation(let model):
      return #"{"type":"realtime","object":"realtime.session",\#(common),"model":\#(JSONText.quoted(model)),"#
        + #"\#(speech.members),"audio":{\#(input),"output":\#(speech.output)}}"#
    }
  }

  private var transcriptionJSON: String {
    guard let transcription else { return "null" }
    func text(_ value: String?) -> String { value.map(JSONText.quoted) ?? "null" }
    return #"{"model":\#(JSONText.quoted(transcription.model)),"language":\#(text(transcription.language)),"#
      + #""prompt":\#(text(transcription.prompt))}"#
  }
}
