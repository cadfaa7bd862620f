public import LabTimeline

/// One thing that the user says, with what is known to be true about its sound file.
///
/// All positions are samples of that file at the sample rate of the manifest.
public struct CorpusUtterance: Hashable, Sendable {
  /// Unique in its conversation.
  public var id: String
  /// The path of the sound file, relative to the folder of the manifest.
  public var file: String
  /// What is said; empty for sounds other than speech.
  public var transcript: String
  /// A BCP 47 tag, such as `de-DE`.
  public var language: String
  /// Who speaks, such as `flite/slt` or `espeak-ng/en-us+f3`.
  public var speaker: String
  /// From the first sample of true speech to behind the last.
  public var speech: Range<Int>
  /// Where the words lie; empty when that is not known. In built corpora approximate within a phrase.
  public var words: [SpokenWord]
  /// The silences inside the speech during which the user still holds the turn.
  public var pauses: [Range<Int>]
  public var begins: UtteranceBeginning
  /// Only for utterances that barge in; speech when the manifest does not say.
  public var interruption: SoundKind?

  public init(
    id: String, file: String, transcript: String, language: String, speaker: String,
    speech: Range<Int>, words: [SpokenWord] = [], pauses: [Range<Int>] = [], begins: UtteranceBeginning,
    interruption: SoundKind? = nil
  ) {
    self.id = id
    self.file = file
    self.transcript = transcript
    self.language = language
    self.speaker = speaker
    self.speech = speech
    self.words = words
    self.pauses = pauses
    self.begins = begins
    self.interruption = interruption
  }
}
