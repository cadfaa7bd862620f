import LabConversation
import LabStatistics
import LabTimeline
import LabVoiceActivity

/// Tells the caller at the microphone from the agent's echo and from people farther away, by level alone.
///
/// Echo: while the sink plays, or has played in the last 400 ms, sound counts only when it is louder than the
/// loudest of what was played in that time, less the loss on the way to the microphone, plus a margin. The
/// loss is learnt: it starts at 30 dB, takes what it hears in the first half second of the agent's voice for
/// echo, and follows from then on only frames that do not stand out. Others: sound over a reply, in its
/// pauses too, has to be about as loud as the caller was in their own turns. Both levels are the third
/// loudest of the last ten frames: the caller reaches it with the third frame, and single peaks of somebody
/// farther away do not.
struct NearEndGate: Sendable {
  /// How long what was played may still be heard.
  static let echoReach = Duration.milliseconds(400)
  /// Softer than this, what the sink plays leaves no echo that a detector would take for speech.
  static let leastReference = -60.0
  /// Blocks of 10 ms of the agent's voice from which the loss is learnt fast.
  static let learning = 50
  /// Frames of the caller's voice from which their level is learnt fast.
  static let learningCaller = 100

  private let margin: Double
  private let levelGate: Double
  /// How much softer than the loudest of what is played its echo is at the microphone, in dB.
  private(set) var loss = 30.0
  private var learnt = 0
  /// The level that four of five frames of the caller's own turns stay below, in dBFS.
  private(set) var callerLevel: Double?
  private var learntOfCaller = 0
  private var recent: [Double] = []

  init(settings: SessionSettings) {
    margin = settings.bargeInEchoMarginDB
    levelGate = settings.bargeInLevelGateDB
  }

  /// Hears a frame.
  ///
  /// - Parameter isCaller: Whether it is the caller's voice in their own turn, from which their level is
  ///   learnt.
  mutating func hear(_ frame: VoiceFrame, isCaller: Bool) {
    recent.append(Double(frame.levelDBFS))
    if recent.count > 10 { recent.removeFirst() }
    guard isCaller else { return }
    learntOfCaller += 1
    let step = learntOfCaller <= Self.learningCaller ? 4.0 : 1
    let level = standing
    guard let known = callerLevel else {
      callerLevel = level
      return
    }
    // The level that four of five frames stay below: steps up are four times as large as steps down. What is
    // so much softer is somebody else, or a caller who went away from the microphone, who is followed slowly.
    let isFar = levelGate > 0 && learntOfCaller > Self.learningCaller && level < known - levelGate
    callerLevel = known + (level > known ? 0.4 : isFar ? -0.01 : -0.1) * step
  }

  /// Whether the frame that was heard last may be the caller's.
  ///
  /// - Parameters:
  ///   - reference: The loudest that the sink played within ``echoReach`` before the frame's end, in dBFS.
  ///   - isReplying: Whether the agent has the floor; who speaks in their own turn may be as soft as they
  ///     like.
  mutating func passes(_ frame: VoiceFrame, reference: Double, isReplying: Bool) -> Bool {
    let mayBeEcho = reference > Self.leastReference
    if margin > 0, mayBeEcho, isEcho(Double(frame.levelDBFS), of: reference) { return false }
    guard levelGate > 0, isReplying, let callerLevel else { return true }
    return standing >= callerLevel - levelGate
  }

  /// The third loudest of the last ten frames.
  private var standing: Double {
    let none = -Double.infinity
    var (first, second, third) = (none, none, none)
    for level in recent {
      if level > first {
        (first, second, third) = (level, first, second)
      } else if level > second {
        (second, third) = (level, second)
      } else if level > third {
        third = level
      }
    }
    return third > none ? third : second > none ? second : first
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
