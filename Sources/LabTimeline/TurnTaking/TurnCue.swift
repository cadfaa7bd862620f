/// What tells, in a pause, whether the caller has finished. The raw value is the name in records and reports.
///
/// Sources: A. Gravano and J. Hirschberg, "Turn-taking cues in task-oriented dialogue", Computer Speech and
/// Language 25, 2011 (seven cues before a change of turn; the more of them, the likelier it is); L. Ferrer,
/// E. Shriberg and A. Stolcke, "Is the speaker done yet?", ICSLP 2002 (pitch and words shorten the wait); A.
/// Raux and M. Eskenazi, "Optimizing endpointing thresholds using dialogue features", SIGdial 2008 (a
/// threshold for each pause); G. Skantze, "Turn-taking in conversational systems and human-robot interaction:
/// a review", Computer Speech and Language 67, 2021.
public enum TurnCue: String, Hashable, Sendable, Codable, CaseIterable {
  /// A voice that comes down to the bottom of the caller's range yields the turn; one that stays up or rises
  /// keeps it, but in a question.
  case pitch
  /// A voice that grows faint yields the turn.
  case energy
  /// Words that read like a whole sentence, a question or a courtesy yield the turn; a comma keeps it.
  case sentence
  /// Who has hardly begun is likelier to go on, and who has spoken for a while to have finished.
  case length
  /// A filler ("um", "äh", "ehm") as the last word, or nothing but "well" and the like, keeps the turn.
  case filler
  /// A word that asks for another ("and", "the", "weil", "di"), or a clause that asks for a second one, keeps
  /// it.
  case conjunction
  /// Items in a row, none of them said with a low end, keep the turn.
  case list
}

/// How much each cue says for or against the end of a turn, in thousandths of a halving of the pause.
///
/// The scores add up, as Gravano and Hirschberg found for the number of cues: 1000 halves the pause that ends
/// the turn, −1000 doubles it. The sum is held within ±2000, so that no evidence makes a pause shorter than a
/// quarter of the neutral one, or longer than four times it.
public struct TurnCueScores: Hashable, Sendable, Codable {
  /// The largest sum that counts, on either side.
  public static let limit = 2000

  private var thousandths: [Int]

  /// No evidence.
  public init() {
    thousandths = Array(repeating: 0, count: TurnCue.allCases.count)
  }

  public subscript(cue: TurnCue) -> Int {
    get { thousandths[Self.index(of: cue)] }
    set { thousandths[Self.index(of: cue)] = newValue }
  }

  /// The sum of the scores, held within the limits.
  ///
  /// - Parameter omitted: Cues that do not count.
  public func sum(without omitted: Set<TurnCue> = []) -> Int {
    let all = TurnCue.allCases.reduce(0) { omitted.contains($1) ? $0 : $0 + self[$1] }
    return min(max(all, -Self.limit), Self.limit)
  }

  /// What the neutral pause is multiplied by: 2 to the power of minus the sum.
  public func pauseFactor(without omitted: Set<TurnCue> = []) -> Double {
    Self.powerOfTwo(-Double(sum(without: omitted)) / 1000)
  }

  private static func index(of cue: TurnCue) -> Int {
    TurnCue.allCases.firstIndex(of: cue) ?? 0
  }

  /// By the series of the exponential, whose operations are the same on every machine.
  private static func powerOfTwo(_ exponent: Double) -> Double {
    let x = exponent * 0.693_147_180_559_945_3
    var term = 1.0
    var sum = 1.0
    for index in 1...24 {
      term = term * x / Double(index)
      sum += term
    }
    return sum
  }
}

extension TurnCueScores {
  public init(from decoder: any Decoder) throws {
    self.init()
    let values = try [String: Int](from: decoder)
    for cue in TurnCue.allCases { self[cue] = values[cue.rawValue] ?? 0 }
  }

  /// Writes only the cues that say something.
  public func encode(to encoder: any Encoder) throws {
    let seen = TurnCue.allCases.map { ($0.rawValue, self[$0]) }.filter { $0.1 != 0 }
    try Dictionary(uniqueKeysWithValues: seen).encode(to: encoder)
  }
}
