public import LabConversation
public import LabProviders
public import LabTimeline
public import LabVoiceActivity

/// Everything a conversation's pipeline is made of.
public struct PipelineSetup: Sendable {
  public var conversation: ConversationIdentity
  public var settings: SessionSettings
  public var systemPrompt: String
  public var script: CallerScript
  public var detector: any VoiceActivityDetector
  public var segmenter: SpeechSegmenter
  /// Makes a session; called again when one was lost.
  public var makeSpeechToText: @Sendable () -> any SpeechToTextSession
  public var makeLanguageModel: @Sendable () -> any LanguageModelSession
  public var makeTextToSpeech: @Sendable () -> any TextToSpeechSession
  /// Makes a session that stands for the three others, which do nothing then; `nil` when there is none.
  public var makeSpeechToSpeech: (@Sendable () -> any SpeechToSpeechSession)?
  /// How long the caller waits for an answer before going on.
  public var patience: Duration

  public init(
    conversation: ConversationIdentity, settings: SessionSettings, systemPrompt: String,
    script: CallerScript, detector: any VoiceActivityDetector, segmenter: SpeechSegmenter,
    makeSpeechToText: @escaping @Sendable () -> any SpeechToTextSession,
    makeLanguageModel: @escaping @Sendable () -> any LanguageModelSession,
    makeTextToSpeech: @escaping @Sendable () -> any TextToSpeechSession,
    patience: Duration = .seconds(20)
  ) {
    self.conversation = conversation
    self.settings = settings
    self.systemPrompt = systemPrompt
    self.script = script
    self.detector = detector
    self.segmenter = segmenter
    self.makeSpeechToText = makeSpeechToText
    self.makeLanguageModel = makeLanguageModel
    self.makeTextToSpeech = makeTextToSpeech
    self.patience = patience
  }

  /// A pipeline around one service that hears and speaks.
  public init(
    conversation: ConversationIdentity, settings: SessionSettings, script: CallerScript,
    detector: any VoiceActivityDetector, segmenter: SpeechSegmenter,
    makeSpeechToSpeech: @escaping @Sendable () -> any SpeechToSpeechSession
  ) {
    self.init(
      conversation: conversation, settings: settings, systemPrompt: "", script: script, detector: detector,
      segmenter: segmenter, makeSpeechToText: { AbsentService() }, makeLanguageModel: { AbsentService() },
      makeTextToSpeech: { AbsentService() })
    self.makeSpeechToSpeech = makeSpeechToSpeech
  }
}
