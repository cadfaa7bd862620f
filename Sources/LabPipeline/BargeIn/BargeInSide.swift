import LabConversation
import LabEmulation
import LabTimeline
import LabVoiceActivity

/// What a conversation needs to be interrupted with judgement: the device between sink and microphone, the gate, the
/// judge, and the books about them. There is none where a plan uses nothing of it.
struct BargeInSide: Sendable {
  let settings: SessionSettings
  /// What the sink played; there is no need to know without an echo, a gate or voice processing.
  var sink: SinkHistory?
  let echo: EchoPath?
  let voice: VoiceProcessor?
  var gate: NearEndGate
  /// Decides; nil with the immediate policy, and where nobody can interrupt.
  var judge: BargeInJudge?
  /// Whether the recogniser says words in time for the judge.
  var words = WordTiming()
  var trials: InterruptionTrials?
  /// Tells emulated services which recording is in altered sound; nil where the sound is as recorded or services are real.
  var sounds: SentSounds?

  /// - Returns: nil when the setup asks for nothing of it.
  init?(_ setup: PipelineSetup) {
    let settings = setup.settings
    let isSelective =
      settings.bargeInPolicy == .selective && settings.canBeInterrupted && setup.makeSpeechToSpeech == nil
    guard isSelective || settings.enableEcho || settings.processesVoice || setup.tracksInterruptions else {
      return nil
    }
    self.settings = settings
    let needsSamples = settings.enableEcho || settings.processesVoice
    sink =
      isSelective || needsSamples
      ? SinkHistory(sampleRate: settings.sampleRate, keepsSamples: needsSamples) : nil
    echo = settings.enableEcho ? EchoPath(settings: settings) : nil
    voice = setup.voice
    gate = NearEndGate(settings: settings)
    judge = isSelective ? BargeInJudge(settings: settings) : nil
    trials = setup.tracksInterruptions ? InterruptionTrials(hasEcho: settings.enableEcho) : nil
    sounds = setup.announcesSounds ? SentSounds(script: setup.script, lag: setup.voice?.lag ?? 0) : nil
  }
}
