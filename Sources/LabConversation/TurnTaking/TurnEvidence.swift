public import LabTimeline

/// What is known of the caller's turn, as far as it says whether they have finished.
///
/// A value that is told what happens and can be asked in a pause. It knows the past alone, so that the same
/// scores come out in a conversation and when a record of one is looked at.
public struct TurnEvidence: Hashable, Sendable {
  /// How far above the caller's base line a phrase ends that says neither one nor the other, in semitones.
  private static let neutralHeight = 1.2

  private let reader: TurnText.Reader
  private var text = TurnText()
  private var melody: PhraseMelody?
  private var spoken = Duration.zero
  /// How many words were known at the pause before, and whether what stood before it can be an item of a
  /// list.
  private var wordsBefore = 0
  private var followsItem = false

  /// - Parameter language: What the caller speaks, as a BCP 47 tag; words of an unknown language say nothing.
  public init(language: String) {
    reader = TurnText.Reader(language: language)
  }

  /// Another turn begins.
  public mutating func beginTurn() {
    text = TurnText()
    melody = nil
    spoken = .zero
    wordsBefore = 0
    followsItem = false
  }

  /// The caller fell silent.
  ///
  /// - Parameters:
  ///   - melody: How the voice ended; nil when that is not known.
  ///   - spoken: From the beginning of the turn to where speech ended.
  public mutating func pauseBegan(melody: PhraseMelody?, after spoken: Duration) {
    self.melody = melody
    self.spoken = spoken
  }

  /// The caller goes on.
  public mutating func pauseEnded() {
    followsItem = isItem && !text.holds
    wordsBefore = text.words.count
    melody = nil
  }

  /// The transcript of the turn so far, the unsettled words included.
  public mutating func heard(_ transcript: String) {
    text = reader.read(transcript, before: wordsBefore)
  }

  /// What the cues say now.
  public var scores: TurnCueScores {
    var scores = TurnCueScores()
    scores[.filler] = text.endsInFiller ? -1500 : 0
    scores[.conjunction] = conjunction
    scores[.sentence] = sentence
    scores[.length] = Self.share((spoken.inSeconds - 2) / 1.5, of: 500)
    scores[.list] = isListing ? -700 : 0
    if let melody {
      let height = Self.share((Self.neutralHeight - melody.height) / 1.5, of: 450)
      let slope = Self.share(-melody.pitchSlope / 15, of: 150)
      // A question may end high.
      scores[.pitch] = text.isQuestion ? max(0, height + slope) : height + slope
      scores[.energy] = Self.share((-melody.level - 3) / 5, of: 100)
    }
    return scores
  }

  private var conjunction: Int {
    if text.endsInFiller { return 0 }
    if text.asksForWord { return text.endsInParticle ? -400 : -1300 }
    return text.asksForClause ? -700 : 0
  }

  private var sentence: Int {
    if text.endsInComma { return -1000 }
    guard !text.endsInFiller, !text.asksForWord else { return 0 }
    return (text.isWhole ? 900 : 0) + (text.isQuestion ? 600 : 0)
  }

  /// A few words since the last pause, none of which closes a list.
  private var isItem: Bool {
    let words = text.words.dropFirst(wordsBefore)
    return (1...3).contains(words.count) && !words.contains(where: reader.closesList) || wordsBefore == 0
  }

  private var isListing: Bool {
    guard followsItem, wordsBefore > 0, !text.holds, !text.isQuestion, !text.endsList else { return false }
    return isItem && (melody?.height ?? Self.neutralHeight) >= Self.neutralHeight
  }

  /// A part of the highest score, by how much of something there is, in −1…1 or 0…1.
  private static func share(_ amount: Double, of most: Int, from least: Double = -1) -> Int {
    Int((min(max(amount, least), 1) * Double(most)).rounded())
  }
}

extension Duration {
  fileprivate var inSeconds: Double { Double(nanoseconds) / 1e9 }
}
