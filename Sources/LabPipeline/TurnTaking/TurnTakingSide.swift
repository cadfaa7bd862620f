import LabConversation
import LabTimeline
import LabVoiceActivity

/// What a conversation needs for turn taking beside the machine: the caller's melody, and a book of the pauses.
struct TurnTakingSide: Sendable {
  /// Listens for the melody; nil when nobody asks for it.
  private var tracker: ProsodyTracker?
  /// Writes down the pauses; nil when the plan does not ask for it.
  var observer: PauseObserver?
  /// What speech to text gets of the microphone's sound.
  var gate: SpeechGate
  /// The reply that was asked for before the turn is over.
  var eager: EagerExchange?

  init(settings: SessionSettings, language: String, records: Bool) {
    let listens = records || settings.endOfTurnPolicy == .adaptive
    tracker =
      listens
      ? DetectorSampleRate(rawValue: settings.sampleRate).map(ProsodyTracker.init) : nil
    gate = SpeechGate(
      streaming: settings.sttStreaming, preRoll: settings.preRoll, sampleRate: settings.sampleRate)
    observer = records ? PauseObserver(language: language) : nil
  }

  mutating func hear(_ samples: [Int16], isSpeech: Bool) {
    tracker?.hear(samples, isSpeech: isSpeech)
  }

  mutating func beginTurn() {
    tracker?.beginTurn()
  }

  /// How the voice ended that fell silent at a sample of the microphone's stream.
  func melody(before end: Int64) -> PhraseMelody? {
    tracker?.ending(before: end).map {
      PhraseMelody(height: Double($0.height), pitchSlope: Double($0.pitchSlope), level: Double($0.level))
    }
  }
}
