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
}
