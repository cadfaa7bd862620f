/// One thing that the user says, with what is known to be true about its sound file.
///
/// All positions are samples of that file at the sample rate of the manifest.
public struct CorpusUtterance: Hashable, Sendable {
  /// When the user starts to play this file.
  public enum Beginning: Hashable, Sendable {
    /// This many milliseconds after the conversation has begun; only the first utterance.
    case at(milliseconds: Int)
    /// This many milliseconds after the agent's reply has finished playing.
    case afterReply(milliseconds: Int)
    /// This many milliseconds after the first audible sample of the agent's reply: an interruption.
    case bargeIn(milliseconds: Int)
  }

  /// What kind of sound interrupts the agent, and so whether it should yield.
  public enum Interruption: String, Hashable, Sendable, CaseIterable, Codable {
    /// The user wants the turn: the agent should fall silent.
    case real
    /// The user only shows that they listen ("mhm"): the agent should go on.
    case backchannel
    /// The user coughs: the agent should go on.
    case cough
    /// Something in the room: the agent should go on.
    case noise
    /// Somebody types: the agent should go on.
    case keyboard
    /// Music plays: the agent should go on.
    case music
    /// Other people talk, farther away than the user: the agent should go on.
    case talker
  }

  /// One spoken word.
  public struct Word: Hashable, Sendable {
    public var text: String
    public var samples: Range<Int>

    public init(text: String, samples: Range<Int>) {
      self.text = text
      self.samples = samples
    }
  }

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
  public var words: [Word]
  /// The silences inside the speech during which the user still holds the turn.
  public var pauses: [Range<Int>]
  public var begins: Beginning
  /// Only for utterances that barge in; `real` when the manifest does not say.
  public var interruption: Interruption?

  public init(
    id: String, file: String, transcript: String, language: String, speaker: String,
    speech: Range<Int>, words: [Word] = [], pauses: [Range<Int>] = [], begins: Beginning,
    interruption: Interruption? = nil
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
