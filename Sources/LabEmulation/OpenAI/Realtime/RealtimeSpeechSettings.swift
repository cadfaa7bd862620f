import LabProviders

/// What a Realtime session says and how; sessions for transcription say nothing.
struct RealtimeSpeechSettings {
  static let voices = [
    "alloy", "ash", "ballad", "coral", "echo", "sage", "shimmer", "verse", "marin", "cedar",
  ]

  var modalities = ["audio"]
  var instructions = ""
  var format = RealtimeFormat()
  var voice = JSONTree.string("marin")
  var speed = 1.0
  var maximumTokens = JSONTree.string("inf")
  /// What is repeated and not acted on: the emulator calls no tools.
  private var others: [(name: String, value: JSONTree)] = [
    ("tools", .array([])), ("tool_choice", .string("auto")), ("tracing", .null), ("prompt", .null),
    ("truncation", .string("auto")),
  ]

  var speaks: Bool { modalities == ["audio"] }

  /// Changes what an update of a session, or the request of one response, names.
  ///
  /// - Parameter place: What the object is called in the client's event.
  mutating func apply(
    _ update: JSONTree, hasSpoken: Bool, place: String = "session"
  ) throws(RealtimeProblem) {
    if let given = update["output_modalities"] {
      let names = given.items?.compactMap(\.string) ?? []
      guard names == ["audio"] || names == ["text"] else {
        throw .invalidValue("\(place).output_modalities", "[\"audio\"] or [\"text\"]")
      }
      modalities = names
    }
    if let given = update["instructions"]?.string { instructions = given }
    if let given = update["max_output_tokens"] {
      guard given.string == "inf" || (1...4096).contains(given.number ?? 0) else {
        throw .invalidValue("\(place).max_output_tokens", "a whole number from 1 to 4096, or \"inf\"")
      }
      maximumTokens = given
    }
    for index in others.indices {
      if let given = update[others[index].name] { others[index].value = given }
    }
    if let output = update["audio"]?["output"] {
      try apply(output: output, hasSpoken: hasSpoken, place: "\(place).audio.output")
    }
  }

  /// Changes how sound goes out.
  private mutating func apply(
    output: JSONTree, hasSpoken: Bool, place: String
  ) throws(RealtimeProblem) {
    if let given = output["format"] {
      guard let known = RealtimeFormat(given) else {
        throw .invalidValue("\(place).format", "audio/pcm with rate 24000, audio/pcmu or audio/pcma")
      }
      format = known
    }
    if let given = output["voice"], given != voice {
      guard given["id"]?.string != nil || Self.voices.contains(given.string ?? "") else {
        throw .invalidValue("\(place).voice", "one of " + Self.voices.joined(separator: ", "))
      }
      guard !hasSpoken else {
        throw RealtimeProblem(
          code: "cannot_update_voice",
          message: "Cannot update a conversation's voice if assistant audio is present.",
          param: "\(place).voice")
      }
      voice = given
    }
    if let given = output["speed"] {
      guard let value = given.number, (0.25...1.5).contains(value) else {
        throw .invalidValue("\(place).speed", "a number from 0.25 to 1.5")
      }
      speed = value
    }
  }

  /// The members of a session.
  var members: String {
    #""output_modalities":\#(modalitiesJSON),"instructions":\#(JSONText.quoted(instructions)),"#
      + #""max_output_tokens":\#(maximumTokens.text),"#
      + others.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",")
  }

  var modalitiesJSON: String { "[" + modalities.map(JSONText.quoted).joined(separator: ",") + "]" }

  /// The object that tells how sound goes out.
  var output: String {
    #"{"format":\#(format.json),"voice":\#(voice.text),"speed":\#(JSONTree.number(speed).text)}"#
  }
}
