import LabConversation
import LabEmulation
import LabPipeline
import LabProviders
import LabRecord
import LabTimeline
import LabVoiceActivity

/// What emulated services have to know of a conversation beside the wire: which call of which turn a request
/// is, for faults that strike by plan, and which recording is in sound that was altered on its way.
///
/// Drivers own it and show it everything that a pipeline asks for. The pipeline knows nothing of it.
struct EmulationObserver {
  private let announcement: CallAnnouncement?
  /// What the sounds of the conversation are known by.
  private let conversation: String
  private let sampleRate: Int
  private var sounds: SentSounds?
  private let turnRegistry: TurnRegistry
  private let soundRegistry: SoundRegistry
  /// Calls that each stage has made.
  private var calls: [Stage: Int] = [:]
  /// The turn that a call belongs to, as the record counts: the one under way, or the last one.
  private var turn = 0

  /// - Parameter announcement: How the conversation announces its calls; nil where no service goes wrong by
  ///   plan.
  init(
    _ setup: PipelineSetup, announcement: CallAnnouncement?, turns: TurnRegistry, sounds: SoundRegistry
  ) {
    self.announcement = announcement
    conversation = String(setup.conversation.position)
    sampleRate = setup.settings.sampleRate
    self.sounds = setup.tellsSound ? SentSounds(script: setup.script, lag: setup.voice?.lag ?? 0) : nil
    turnRegistry = turns
    soundRegistry = sounds
  }

  /// Takes note of what the pipeline asks for, and says in a request which call it is.
  mutating func observe(_ action: inout PipelineAction) {
    switch action {
    case .open(let address, let request):
      if let announced = announced(request, from: address.stage) { action = .open(address, announced) }
    case .turnBegan(let number):
      turn = number
      if let name = announcement?.conversation { turnRegistry.begin(number, of: name) }
    case .turnEnded(let record): turn = record.turn
    case .turnDiscarded: turn = max(0, turn - 1)
    case .utteranceBegan(let utterance, let position): sounds?.began(utterance, speechAt: position)
    case .soundSent(let samples, let position):
      guard let sound = sounds?.window(in: samples, at: position, sampleRate: sampleRate) else { return }
      soundRegistry.add(sound, of: conversation)
    case .send, .close, .setTimer, .cancelTimer, .ended: break
    }
  }

  /// The conversation is over.
  func end() {
    if let name = announcement?.conversation { turnRegistry.end(name) }
    if sounds != nil { soundRegistry.end(conversation) }
  }

  private mutating func announced(
    _ request: ConnectionRequest, from stage: Stage
  ) -> ConnectionRequest? {
    guard let announcement, let provider = announcement.providers[stage] else { return nil }
    let number = calls[stage] ?? 0
    calls[stage] = number + 1
    var request = request
    request.headers.append(
      AnnouncedCall(
        conversation: announcement.conversation, session: announcement.session, provider: provider,
        stage: stage, number: number, turn: turn
      ).header)
    return request
  }
}
