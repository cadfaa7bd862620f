/// What is done to the recordings before the detectors hear them.
public enum ScoringCondition: Sendable, Hashable, CustomStringConvertible {
  /// A sound that is mixed under the speech.
  public enum Sound: String, Sendable, Hashable, CaseIterable {
    case white
    case pink
    /// Up to eleven talkers at once, from the other recordings of the corpus.
    case babble
    /// Talkers in a reverberant room, with crockery.
    case cafe
    case music
    /// The agent's own voice as its loudspeaker brings it back: one other recording, late and reverberant.
    case echo
    case step
    case swinging
    case clicks
    case tones
  }

  /// The recordings as they are.
  case clean
  /// The recordings softer or louder by this number of decibels.
  case gain(decibels: Int)
  /// A sound at a ratio of the labelled speech's power to its own, in decibels.
  case noise(Sound, ratio: Int)

  /// Short name for tables and files, such as `white10` or `babble-5`.
  public var description: String {
    switch self {
    case .clean: "clean"
    case .gain(let decibels): "gain\(decibels)"
    case .noise(let sound, let ratio): "\(sound.rawValue)\(ratio)"
    }
  }

  /// Reads a name such as `clean`, `gain-20`, `white10` or `babble-5`.
  ///
  /// - Throws: `VoiceActivityError` with the code `invalidSetting` that lists the sounds.
  public init(named text: String) throws(VoiceActivityError) {
    let letters = text.prefix { $0.isLetter }
    let number = Int(text.dropFirst(letters.count))
    if text == "clean" {
      self = .clean
    } else if letters == "gain", let number, (-60...20).contains(number) {
      self = .gain(decibels: number)
    } else if let sound = Sound(rawValue: String(letters)), let number, (-20...60).contains(number) {
      self = .noise(sound, ratio: number)
    } else {
      throw VoiceActivityError(
        .invalidSetting, "There is no condition “\(text)”.",
        hint: "Write clean, gain-20 (dB), or a sound and its ratio in dB such as white10; the sounds are "
          + Sound.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    }
  }

  /// The conditions over which detectors are compared by default: clean, soft, and eight kinds of sound.
  public static let standard: [ScoringCondition] =
    [.clean, .gain(decibels: -20)]
    + [Sound.white, .pink, .babble, .cafe].flatMap { sound in
      [20, 10, 5, 0].map { .noise(sound, ratio: $0) }
    }
    + [
      .noise(.step, ratio: 10), .noise(.step, ratio: 5), .noise(.swinging, ratio: 10),
      .noise(.clicks, ratio: 10), .noise(.music, ratio: 10), .noise(.tones, ratio: 10),
      .noise(.swinging, ratio: 5), .noise(.music, ratio: 5),
    ]
}
