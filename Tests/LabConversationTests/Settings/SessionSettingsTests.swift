import LabConversation
import Testing

@Suite("The settings")
struct SessionSettingsTests {
  @Test("have the documented defaults")
  func defaults() {
    let settings = SessionSettings()
    #expect(settings.silenceThreshold == .milliseconds(700))
    #expect(settings.minTurnDuration == .milliseconds(500))
    #expect(settings.maxTurnDuration == .seconds(120))
    #expect(settings.sessionDuration == .seconds(5400))
    #expect(settings.interruptionVADThreshold == 0.7)
    #expect(settings.interruptionCooldown == .milliseconds(500))
    #expect(settings.maxContextTokens == 8000)
    #expect(settings.keepRecentTurns == 10)
    #expect(settings.sttFinalize == .onSpeechEnd)
    #expect(settings.chunking == .sentence)
  }

  @Test(
    "take what a plan writes, in the unit of the name",
    arguments: [
      (
        "milliseconds", "silenceThresholdMs", "450", \SessionSettings.silenceThreshold,
        Duration.milliseconds(450)
      ),
      ("fractions of a millisecond", "playoutBufferMs", "12.5", \.playoutBuffer, .microseconds(12_500)),
      ("seconds", "minTurnDuration", "0.3", \.minTurnDuration, .milliseconds(300)),
      ("whole seconds", "sessionDuration", "90", \.sessionDuration, .seconds(90)),
    ] as [(String, String, String, any WritableKeyPath<SessionSettings, Duration> & Sendable, Duration)])
  func units(
    why: String, key: String, text: String, path: any WritableKeyPath<SessionSettings, Duration> & Sendable,
    value: Duration
  ) throws {
    var settings = SessionSettings()
    try settings.set(key, to: text)
    #expect(settings[keyPath: path] == value)
  }

  @Test(
    "refuse what is out of range or of another type, and stay as they were",
    arguments: [
      ("below the range", "bufferSize", "255", "256 to 4096"),
      ("above the range", "silenceThresholdMs", "10001", "0 to 10000 ms"),
      ("none of the rates", "sampleRate", "44100", "16000, 24000 or 48000"),
      ("a word for a number", "keepRecentTurns", "ten", "1 to 1000"),
      ("a fraction for a whole number", "keepRecentTurns", "2.5", "1 to 1000"),
      ("not a number", "vadThreshold", "nan", "0.05 to 0.95"),
      ("infinite", "maxTurnDuration", "inf", "1 to 3600 s"),
      ("yes for true", "enableEagerTTS", "yes", "true or false"),
      ("an unknown word", "ttsChunkingStrategy", "paragraph", "sentence, clause or fixedTokens"),
      ("nothing", "sttFinalize", "", "onSpeechEnd, onEndpoint or never"),
    ])
  func refusals(why: String, key: String, text: String, accepted: String) {
    var settings = SessionSettings()
    let error = #expect(throws: SettingsError.self) { try settings.set(key, to: text) }
    #expect(error?.code == .invalidValue)
    #expect(error?.description == "'\(text)' is not a value of '\(key)'. Write \(accepted).")
    #expect(settings == SessionSettings())
  }

  @Test("name an unknown key")
  func unknownKey() {
    var settings = SessionSettings()
    let error = #expect(throws: SettingsError.self) { try settings.set("silenceThreshold", to: "1") }
    #expect(error?.code == .unknownKey)
    #expect(error?.message == "There is no setting 'silenceThreshold'.")
  }

  @Test("say what is impossible together, all at once")
  func conflicts() {
    var settings = SessionSettings()
    #expect(settings.conflicts.isEmpty)
    settings.minTurnDuration = .seconds(10)
    settings.maxTurnDuration = .seconds(5)
    settings.sessionDuration = .seconds(4)
    settings.bufferSize = 4096
    #expect(settings.conflicts.count == 3)
    #expect(settings.conflicts.allSatisfy { $0.code == .conflict && !$0.hint.isEmpty })
    settings.enableAdaptiveQuality = false
    #expect(settings.conflicts.count == 2)
  }
}

@Suite("The table of settings")
struct SettingFieldTests {
  @Test("names each setting once")
  func keys() {
    #expect(Set(SettingField.all.map(\.key)).count == SettingField.all.count)
    #expect(SettingField.all.allSatisfy { !$0.summary.isEmpty && $0.summary.hasSuffix(".") })
  }

  @Test("has a row for every stored setting")
  func completeness() {
    #expect(Mirror(reflecting: SessionSettings()).children.count == SettingField.all.count)
  }

  @Test("reads back what it wrote, in every preset", arguments: Preset.allCases, SettingField.all.indices)
  func roundTrip(preset: Preset, index: Int) throws {
    let field = SettingField.all[index]
    var settings = SessionSettings()
    try field.set(field.text(in: preset.settings), in: &settings)
    #expect(field.text(in: settings) == field.text(in: preset.settings))
  }

  @Test("changes its own setting and no other", arguments: SettingField.all.indices)
  func independence(index: Int) throws {
    let field = SettingField.all[index]
    var settings = SessionSettings()
    try field.set(otherValue(of: field), in: &settings)
    for other in SettingField.all {
      let isSame = other.text(in: settings) == other.text(in: SessionSettings())
      #expect(isSame == (other.key != field.key), "\(field.key) and \(other.key)")
    }
  }

  /// A value that the field accepts and that is not its default.
  private func otherValue(of field: SettingField) -> String {
    let current = field.text(in: SessionSettings())
    let candidates: [String] =
      switch field.kind {
      case .bool: ["true", "false"]
      case .int(_, let range): ["\(range.lowerBound)", "\(range.upperBound)"]
      case .intChoice(_, let choices): choices.map(String.init)
      case .double(_, let range), .duration(_, _, let range): ["\(range.lowerBound)", "\(range.upperBound)"]
      case .choice(let choice): choice.words
      }
    return candidates.first { Double($0) == nil ? $0 != current : Double($0) != Double(current) } ?? ""
  }
}

@Suite("The presets")
struct PresetTests {
  @Test("are possible, each with a reason per change", arguments: Preset.allCases)
  func validity(preset: Preset) {
    #expect(preset.settings.conflicts.isEmpty)
    for change in preset.changes {
      #expect(change.field != nil)
      #expect(change.why.hasSuffix("."))
      var settings = SessionSettings()
      change.apply(to: &settings)
      #expect(settings != SessionSettings(), "\(change.field?.key ?? "") is changed to its default")
    }
  }

  @Test("have the names of the command line")
  func names() {
    let names = ["balanced", "low-latency", "high-quality", "cost-optimized", "privacy-first"]
    #expect(Preset.allCases.map(\.rawValue) == names)
    #expect(Preset.balanced.settings == SessionSettings())
  }
}
