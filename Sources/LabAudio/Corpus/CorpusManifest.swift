/// What a corpus holds and what is known about it: the file `corpus.yaml` in the folder of a corpus.
public struct CorpusManifest: Hashable, Sendable {
  /// The schema that this version reads and writes.
  public static let schema = "turnlab.corpus/1"
  /// The name of the file in the folder of the corpus.
  public static let fileName = "corpus.yaml"

  /// What one user says in one conversation, in order.
  public struct Conversation: Hashable, Sendable {
    /// Unique in the corpus.
    public var id: String
    /// The application it is a conversation with, such as `tutor`.
    public var workload: String
    /// What sets this recording of the conversation apart from others of it, such as `babble-5db`.
    public var condition: String?
    /// At least one. The first begins at a time, the others after or during a reply.
    public var utterances: [CorpusUtterance]

    public init(id: String, workload: String, condition: String? = nil, utterances: [CorpusUtterance]) {
      self.id = id
      self.workload = workload
      self.condition = condition
      self.utterances = utterances
    }
  }

  public var name: String
  public var description: String
  /// A BCP 47 tag: the language most of the corpus is in.
  public var language: String
  /// The rate of every sound file, and the unit of every label.
  public var sampleRate: SampleRate
  public var conversations: [Conversation]

  public init(
    name: String, description: String, language: String, sampleRate: SampleRate,
    conversations: [Conversation]
  ) {
    self.name = name
    self.description = description
    self.language = language
    self.sampleRate = sampleRate
    self.conversations = conversations
  }
}
