import LabTimeline

/// What a corpus amounts to, for `corpus inspect` and the like.
public struct CorpusSummary: Hashable, Sendable, Codable {
  /// The figures of one conversation, or of all of them.
  public struct Figures: Hashable, Sendable, Codable {
    public var utterances = 0
    /// Utterances that barge in, of any class.
    public var interruptions = 0
    /// Labelled silences inside of utterances.
    public var pauses = 0
    public var words = 0
    /// The length of all sound files together.
    public var audioSeconds = 0.0
    /// The labelled speech, without the pauses inside it.
    public var speechSeconds = 0.0

    /// The part of the sound that is speech, 0 to 1; nil without sound.
    public var speechShare: Double? { audioSeconds > 0 ? speechSeconds / audioSeconds : nil }

    enum CodingKeys: String, CodingKey {
      case utterances, interruptions, pauses, words
      case audioSeconds = "audio_s"
      case speechSeconds = "speech_s"
    }
  }

  /// One conversation.
  public struct Conversation: Hashable, Sendable, Codable {
    public var id: String
    public var workload: String
    public var figures: Figures
    /// The active speech level of the softest and of the loudest utterance, in dBFS.
    public var softestSpeech: Decibels
    public var loudestSpeech: Decibels
    /// The highest peak, in dBFS.
    public var peak: Decibels

    enum CodingKeys: String, CodingKey {
      case id, workload, figures
      case softestSpeech = "softest_speech_dbfs"
      case loudestSpeech = "loudest_speech_dbfs"
      case peak = "peak_dbfs"
    }
  }

  public var name: String
  public var sampleRate: SampleRate
  public var conversations: [Conversation]
  public var total: Figures

  enum CodingKeys: String, CodingKey {
    case name, conversations, total
    case sampleRate = "sample_rate"
  }

  /// Reads every sound of a corpus and adds up. Time and memory are those of reading one file at a time.
  public init(of corpus: Corpus) throws(AudioError) {
    name = corpus.manifest.name
    sampleRate = corpus.manifest.sampleRate
    conversations = []
    total = Figures()
    for conversation in corpus.manifest.conversations {
      let summary = try Conversation(of: conversation, in: corpus)
      conversations.append(summary)
      total.add(summary.figures)
    }
  }
}

extension CorpusSummary.Conversation {
  fileprivate init(of conversation: CorpusManifest.Conversation, in corpus: Corpus) throws(AudioError) {
    self.init(
      id: conversation.id, workload: conversation.workload, figures: .init(),
      softestSpeech: Decibels(.infinity), loudestSpeech: .silence, peak: .silence)
    for utterance in conversation.utterances {
      let clip = try corpus.clip(for: utterance)
      let level = clip[utterance.speech].activeSpeechLevel
      softestSpeech = min(softestSpeech, level)
      loudestSpeech = max(loudestSpeech, level)
      peak = max(peak, clip.peak)
      figures.add(utterance, clip)
    }
  }
}

extension CorpusSummary.Figures {
  fileprivate mutating func add(_ utterance: CorpusUtterance, _ clip: AudioClip) {
    let speech = utterance.speech.count - utterance.pauses.reduce(0) { $0 + $1.count }
    utterances += 1
    interruptions += utterance.interruption == nil ? 0 : 1
    pauses += utterance.pauses.count
    words += utterance.words.count
    audioSeconds += Double(clip.samples.count) / Double(clip.sampleRate.hertz)
    speechSeconds += Double(speech) / Double(clip.sampleRate.hertz)
  }

  fileprivate mutating func add(_ other: Self) {
    utterances += other.utterances
    interruptions += other.interruptions
    pauses += other.pauses
    words += other.words
    audioSeconds += other.audioSeconds
    speechSeconds += other.speechSeconds
  }
}
