public import LabTimeline

/// What a caller says in a conversation, with the truth about it, at the pipeline's sample rate.
public struct CallerScript: Sendable {
  public var utterances: [ScriptedUtterance]

  public init(utterances: [ScriptedUtterance]) {
    self.utterances = utterances
  }

  /// The script said several times in a row, in one session. The sounds are shared, not copied.
  public func looped(_ loops: Int) -> CallerScript {
    let again = utterances.map { utterance in
      var utterance = utterance
      if case .at = utterance.begins { utterance.begins = .afterReply(.milliseconds(800)) }
      return utterance
    }
    return CallerScript(utterances: utterances + (1..<max(1, loops)).flatMap { _ in again })
  }

  /// Whether anything is to be heard while the agent speaks.
  package var hasSoundOverReplies: Bool {
    utterances.contains { if case .bargeIn = $0.begins { true } else { false } }
  }

  /// How often the script has to be said to fill a time, even if nobody ever answered.
  package func loops(filling duration: Duration, sampleRate: Int) -> Int {
    let samples = utterances.reduce(0) { $0 + $1.samples.count }
    guard samples > 0 else { return 1 }
    return SamplePosition.samples(in: duration, sampleRate: sampleRate) / samples + 1
  }

  /// The script begun at another utterance, as somebody does who goes on after being cut off.
  package func rotated(by count: Int) -> CallerScript {
    guard !utterances.isEmpty else { return self }
    let first = count % utterances.count
    return CallerScript(utterances: Array(utterances[first...] + utterances[..<first]))
  }
}

/// One utterance of a caller. Positions count samples of the clip.
public struct ScriptedUtterance: Sendable {
  /// Mono sound with silence around the speech.
  public var samples: [Int16]
  /// Where speech truly is.
  public var speech: Range<Int>
  public var transcript: String
  /// Where the words are; empty when that is not known.
  public var words: [SpokenWord]
  /// Where the caller pauses inside the utterance.
  public var pauses: [Range<Int>]
  /// The language, as a BCP 47 tag.
  public var language: String
  public var begins: UtteranceBeginning
  public var kind: SoundKind

  public init(
    samples: [Int16], speech: Range<Int>, transcript: String, words: [SpokenWord] = [],
    pauses: [Range<Int>] = [],
    language: String = "en", begins: UtteranceBeginning, kind: SoundKind = .speech
  ) {
    self.samples = samples
    self.speech = speech
    self.transcript = transcript
    self.words = words
    self.pauses = pauses
    self.language = language
    self.begins = begins
    self.kind = kind
  }
}
