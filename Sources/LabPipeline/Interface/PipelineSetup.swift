public import LabConversation
public import LabProviders
public import LabRecord
import LabTimeline
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
  /// What is tried again after a failure.
  public var recovery: RecoveryPolicy
  /// Whether every pause of the caller is recorded with what was known in it.
  public var recordsPauses = false
  /// What processes the microphone; nil for nothing.
  public var voice: VoiceProcessor?
  /// Whether everything that could interrupt the agent is recorded, for the barge-in panel.
  public var tracksInterruptions = false
  /// Whether the driver is told the sound that is handed on, and what the caller says in it.
  public var tellsSound = false
  /// Whether the steps of setting up connections are recorded in virtual time, too.
  public var recordsConnecting = false
  /// The way between the caller and the pipeline; `nil` when it runs on the caller's device.
  package var media: MediaLeg?

  /// The caller's device; nil for one that takes no time and never gets warm.
  public var device: DeviceSetup?

  public init(
    conversation: ConversationIdentity, settings: SessionSettings, systemPrompt: String,
    script: CallerScript, detector: any VoiceActivityDetector, segmenter: SpeechSegmenter,
    makeSpeechToText: @escaping @Sendable () -> any SpeechToTextSession,
    makeLanguageModel: @escaping @Sendable () -> any LanguageModelSession,
    makeTextToSpeech: @escaping @Sendable () -> any TextToSpeechSession,
    patience: Duration = .seconds(20), recovery: RecoveryPolicy = .none
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
    self.recovery = recovery
  }

  /// A pipeline around one service that hears and speaks.
  public init(
    conversation: ConversationIdentity, settings: SessionSettings, script: CallerScript,
    detector: any VoiceActivityDetector, segmenter: SpeechSegmenter,
    makeSpeechToSpeech: @escaping @Sendable () -> any SpeechToSpeechSession,
    recovery: RecoveryPolicy = .none
  ) {
    self.init(
      conversation: conversation, settings: settings, systemPrompt: "", script: script, detector: detector,
      segmenter: segmenter, makeSpeechToText: { AbsentService() }, makeLanguageModel: { AbsentService() },
      makeTextToSpeech: { AbsentService() }, recovery: recovery)
    self.makeSpeechToSpeech = makeSpeechToSpeech
  }
}
