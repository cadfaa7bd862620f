public import LabTimeline
import LabYAML

/// From what a corpus is synthesized: voices, texts, silences and conditions, in a YAML file.
///
/// The same recipe gives the same corpus byte for byte, with the same versions of the engines and of
/// libsndfile.
public struct CorpusRecipe: Hashable, Sendable {
  /// The schema that this version reads.
  public static let schema = "turnlab.recipe/1"

  /// A part of what an utterance is made of.
  public enum Part: Hashable, Sendable {
    /// Words said in one breath.
    case phrase(String)
    /// Exact silence, during which the user still holds the turn.
    case pause(milliseconds: Int)
    /// A sound other than speech.
    case sound(NonSpeechSound, milliseconds: Int)
  }

  /// One utterance.
  public struct Utterance: Hashable, Sendable {
    public var id: String
    /// The name, in the recipe, of the voice.
    public var voice: String
    /// Not empty; pauses only between other parts.
    public var parts: [Part]
    /// What is said, where the text for the engine is spelled differently ("mhm" from "mm hmm").
    public var transcript: String?
    public var begins: UtteranceBeginning
    public var interruption: SoundKind?
    /// How much louder or softer it is than the recipe's level, such as somebody farther away.
    public var gain: Decibels = 0
    /// The room that this utterance alone is heard in; its seed is that of the recipe.
    public var reverberation: Reverberation?
  }

  /// One conversation.
  public struct Conversation: Hashable, Sendable {
    public var id: String
    public var workload: String
    public var utterances: [Utterance]
  }

  public var name: String
  public var description: String
  public var language: String
  public var sampleRate: SampleRate
  /// Where all noise comes from.
  public var seed: UInt64
  /// Silence before the speech of every file.
  public var leadInMilliseconds: Int
  /// Silence behind the speech of every file.
  public var leadOutMilliseconds: Int
  /// The active speech level that every phrase is brought to, in dBFS; ITU-T P.56 practice is −26.
  public var speechLevel: Decibels
  /// The level of white noise under everything, in dBFS.
  ///
  /// No microphone gives digital silence, and detectors that follow the noise floor are lost in it.
  public var noiseFloor: Decibels
  public var voices: [String: SpeechVoice]
  public var conversations: [Conversation]
  /// Every conversation is made once per condition; once, as it is, when there is none.
  public var conditions: [CorpusCondition]

  /// Reads a recipe file.
  ///
  /// - Throws: an ``AudioError`` with all problems at once, each with its line.
  public init(contentsOf path: String) throws(AudioError) {
    try self.init(reading: AudioError.reader(of: path))
  }

  /// Reads the text of a recipe; `file` is what problems call it.
  public init(text: String, file: String) throws(AudioError) {
    try self.init(reading: YAMLReader(text: text, file: file))
  }

  private init(reading reader: YAMLReader) throws(AudioError) {
    guard let recipe = CorpusRecipeReader(reader: reader).recipe() else {
      let count = reader.problems.count == 1 ? "a problem" : "\(reader.problems.count) problems"
      throw AudioError(
        .invalidRecipe, "\(reader.file) has \(count).", hint: "Correct the lines named.",
        problems: reader.problems)
    }
    self = recipe
  }

  init(
    name: String, description: String, language: String, sampleRate: SampleRate, seed: UInt64,
    leadInMilliseconds: Int, leadOutMilliseconds: Int, speechLevel: Decibels, noiseFloor: Decibels,
    voices: [String: SpeechVoice], conversations: [Conversation], conditions: [CorpusCondition]
  ) {
    self.name = name
    self.description = description
    self.language = language
    self.sampleRate = sampleRate
    self.seed = seed
    self.leadInMilliseconds = leadInMilliseconds
    self.leadOutMilliseconds = leadOutMilliseconds
    self.speechLevel = speechLevel
    self.noiseFloor = noiseFloor
    self.voices = voices
    self.conversations = conversations
    self.conditions = conditions
  }
}
