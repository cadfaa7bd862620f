import LabConversation
import LabStatistics
import LabTimeline
import LabVoiceActivity

/// Tells the caller at the microphone from the agent's echo and from people farther away, by level alone.
///
/// Echo: while the sink plays, or has played in the last 400 ms, sound counts only when it is louder than the loudest of
/// what was played in that time, less the loss on the way to the microphone, plus a margin. The loss is learnt: it
/// starts at 30 dB, takes what it hears in the first half second of the agent's voice for echo, and follows from then on
/// only frames that do not stand out. Others: sound has to be about as loud as the caller was in their own turns.
struct NearEndGate: Sendable {
  /// How long what was played may still be heard.
  static let echoReach = Duration.milliseconds(400)
  /// Softer than this, what the sink plays leaves no echo that a detector would take for speech.
  static let leastReference = -60.0
  /// Blocks of 10 ms of the agent's voice from which the loss is learnt fast.
  static let learning = 50

  private let margin: Double
  private let levelGate: Double
  /// How much softer than the loudest of what is played its echo is at the microphone, in dB.
  private(set) var loss = 30.0
  private var learnt = 0
  /// The level that four of five frames of the caller's own turns stay below, in dBFS.
  private(set) var callerLevel: Double?
  private var recent: [Double] = []

  init(settings: SessionSettings) {
    margin = settings.bargeInEchoMarginDB
    levelGate = settings.bargeInLevelGateDB
  }

  /// Whether the sink has played of late, so that there may be echo.
  static func mayEcho(_ sink: SinkHistory, at position: Int) -> Bool {
    sink.loudestLevel(before: position, within: echoReach) > leastReference
  }

  /// Hears a frame of the caller's own turn.
  mutating func learnCaller(_ frame: VoiceFrame) {
    let level = Double(frame.levelDBFS)
    // The level that four of five frames stay below: steps up are four times as large as steps down.
    callerLevel = callerLevel.map { $0 + (level > $0 ? 0.4 : -0.1) } ?? level
  }

  /// Whether a frame may be the caller's.
  mutating func passes(_ frame: VoiceFrame, sink: SinkHistory) -> Bool {
    let level = Double(frame.levelDBFS)
    recent.append(level)
    if recent.count > 10 { recent.removeFirst() }
    let reference = sink.loudestLevel(before: Int(frame.endSample), within: Self.echoReach)
    guard reference > Self.leastReference else { return true }
    if margin > 0, isEcho(level, of: reference) { return false }
    guard levelGate > 0, let callerLevel else { return true }
    // The third loudest of the last ten frames: the caller reaches it with the third frame, and single peaks of somebody
    // farther away do not.
    let loud = recent.sorted(by: >)
    return loud[min(2, loud.count - 1)] >= callerLevel - levelGate
  }

  private mutating func isEcho(_ level: Double, of reference: Double) -> Bool {
    let expected = reference - loss
    let isLearning = learnt < Self.learning
    let isEcho = isLearning || level < expected + margin
    guard isEcho else { return false }
    learnt += 1
    // The level that nine of ten frames of echo stay below: steps up are nine times as large as steps down.
    loss += level > expected ? (isLearning ? -2 : -0.45) : 0.05
    loss = min(80, max(-20, loss))
    return true
  }
}
