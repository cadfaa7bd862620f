/// One voice of one speech synthesizer, at one pace.
public struct SpeechVoice: Hashable, Sendable {
  /// The programs that can speak, named as they are called.
  public enum Engine: String, Hashable, Sendable, CaseIterable {
    case flite
    case espeakNG = "espeak-ng"
  }

  public var engine: Engine
  /// The engine's own name, such as `slt` or `de+f2`.
  public var name: String
  /// A BCP 47 tag of what the voice speaks.
  public var language: String
  /// How fast it speaks against its own habit, 0.5 to 2.
  public var pace: Double

  public init(engine: Engine, name: String, language: String, pace: Double = 1) {
    self.engine = engine
    self.name = name
    self.language = language
    self.pace = pace
  }

  /// The engine and the voice, such as `flite/slt`.
  public var speaker: String { "\(engine.rawValue)/\(name)" }

  /// The arguments that make the engine say the text of one file into another.
  func arguments(speaking text: String, into wav: String) -> [String] {
    switch engine {
    case .flite:
      ["-voice", name, "--setf", "duration_stretch=\(1 / pace)", "-f", text, "-o", wav]
    case .espeakNG:
      ["-v", name, "-s", String(Int((175 * pace).rounded())), "-b", "1", "-f", text, "-w", wav]
    }
  }

  /// The arguments that make the engine list what it can be asked for.
  ///
  /// Asked for an unknown voice, flite speaks in another; for an unknown variant (behind the `+`) so does
  /// espeak-ng. So the lists are read first. An unknown voice before the `+` it refuses by itself.
  var listArguments: [String] {
    switch engine {
    case .flite: ["-lv"]
    case .espeakNG: ["--voices=variant"]
    }
  }

  /// Whether the engine's list has the voice.
  func isListed(in list: String) -> Bool {
    let entries = list.split(whereSeparator: \.isWhitespace)
    switch engine {
    case .flite: return entries.contains { $0 == name }
    case .espeakNG:
      guard let variant = name.split(separator: "+", maxSplits: 1).dropFirst().first else { return true }
      return entries.contains { $0 == "!v/" + variant }
    }
  }
}
