public import LabTimeline

/// The selective policy: from the first confident frames over the agent's voice to the verdict about them.
///
/// A suspicion holds the reply. It is confirmed by words other than a listener response, or, where no words
/// are known, by so much voice that no listener response is as long. It is dismissed by quiet, or when it has
/// lasted too long. A value without clock; all times are those of the frames and words that it is given.
public struct BargeInJudge: Sendable {
  /// What follows from what was heard.
  public enum Verdict: Hashable, Sendable {
    /// Somebody may want the floor: hold the reply.
    case suspected
    /// Somebody wants it: end the reply.
    case confirmed
    /// Nobody does: go on.
    case dismissed
  }

  /// A frame of the microphone while the agent speaks.
  public struct Frame: Hashable, Sendable {
    /// How likely it is speech, 0 to 1; 0 for what is the agent's own echo or too soft to be the caller.
    public var probability: Double
    /// How long it is.
    public var length: Duration

    public init(probability: Double, length: Duration = .milliseconds(10)) {
      self.probability = probability
      self.length = length
    }
  }

  /// A pause in the voice that is shorter than this is part of it.
  static let breath = Duration.milliseconds(120)
  /// This share of a suspicion has to be voice before voice alone confirms it: keys and clatter are mostly
  /// gaps.
  static let leastDensity = 0.6
  /// Words confirm only a sound with this much voice in it: what the gates let through by mistake, for the
  /// moments in which somebody far away and the agent's echo add up, is shorter than that and says nothing
  /// about whose words they are.
  static let leastVoiced = Duration.milliseconds(150)
  /// This much voice is taken for an interruption in the end where no words were heard, and none were to be
  /// expected: nothing tells “stop” from “mhm” then, and who wants the floor must not be passed over.
  static let voicedWithoutWords = Duration.milliseconds(200)
  /// Words that come later than this after a suspicion do not belong to it.
  static let wordsArrive = Duration.milliseconds(1500)

  private let settings: SessionSettings
  /// Whether words come while somebody still speaks, so that there would have been some. A recogniser that
  /// gets whole utterances, or is silent until a pause, has none.
  public var expectsWords = true
  private var run = 0
  private var suspicion: Suspicion?
  /// When the last suspicion was dismissed, and what was said by then.
  private var dismissed: LabInstant?
  /// How much voice there was in it.
  private var dismissedVoice = Duration.zero
  /// Frames since the last dismissal are heard with suspicion again only after this.
  private var isSpent = false
  private var text = ""

  private struct Suspicion: Sendable {
    let began: LabInstant
    var voiced = Duration.zero
    var length = Duration.zero
    var quiet = Duration.zero

    /// Most of it was voice.
    var isDense: Bool {
      Double(voiced.nanoseconds) >= BargeInJudge.leastDensity * Double(length.nanoseconds)
    }
  }

  public init(settings: SessionSettings) {
    self.settings = settings
  }

  /// Whether a reply is being held.
  public var isSuspecting: Bool { suspicion != nil }

  /// The agent begins to speak, or falls silent: what was heard before does not count.
  public mutating func reset() {
    let expectsWords = expectsWords
    self = BargeInJudge(settings: settings)
    self.expectsWords = expectsWords
  }

  /// Hears a frame.
  public mutating func hear(_ frame: Frame, at now: LabInstant) -> Verdict? {
    guard suspicion != nil else { return suspect(frame, at: now) }
    return weigh(frame, at: now)
  }

  /// Hears the caller's words since the suspicion began, settled or not.
  ///
  /// - Parameter text: All of them, not only what is new.
  public mutating func read(_ text: String, at now: LabInstant) -> Verdict? {
    self.text = text
    guard Backchannels.hasOtherWords(text) else { return nil }
    if let suspicion { return suspicion.voiced >= Self.leastVoiced ? confirm() : nil }
    // Words may come after the quiet that dismissed the sound they were in.
    if let dismissed, now - dismissed < Self.wordsArrive, dismissedVoice >= Self.leastVoiced {
      return confirm()
    }
    return nil
  }

  private var threshold: Double { max(settings.bargeInThreshold, settings.interruptionVADThreshold) }

  private mutating func suspect(_ frame: Frame, at now: LabInstant) -> Verdict? {
    if isSpent {
      // A sound that was judged is not judged again while it lasts.
      if frame.probability >= settings.vadThreshold {
        run = 0
      } else {
        run += 1
        if run >= settings.vadSmoothingWindow {
          isSpent = false
          run = 0
        }
      }
      return nil
    }
    run = frame.probability >= threshold ? run + 1 : 0
    guard run >= settings.vadContextWindow else { return nil }
    let voiced = frame.length * run
    run = 0
    text = ""
    suspicion = Suspicion(began: now, voiced: voiced, length: voiced)
    return .suspected
  }

  private mutating func weigh(_ frame: Frame, at now: LabInstant) -> Verdict? {
    guard var current = suspicion else { return nil }
    current.length += frame.length
    if frame.probability >= settings.vadThreshold {
      current.voiced += frame.length + (current.quiet < Self.breath ? current.quiet : .zero)
      current.quiet = .zero
    } else {
      current.quiet += frame.length
    }
    suspicion = current
    // A listener response that is known for one has to go on for twice as long.
    let wanted = Backchannels.isBackchannel(text) ? settings.bargeInVoiced * 2 : settings.bargeInVoiced
    // Words that came before there was voice enough.
    if current.voiced >= Self.leastVoiced, Backchannels.hasOtherWords(text) { return confirm() }
    if current.voiced >= wanted, current.isDense { return confirm() }
    // Once it is known to be a listener response, less quiet is enough.
    let quiet = Backchannels.isBackchannel(text) ? settings.bargeInQuiet / 2 : settings.bargeInQuiet
    if current.quiet >= quiet || current.length >= settings.bargeInLongestHold {
      if isLikelyUnheard(current) { return confirm() }
      return dismiss(at: now, whileItLasts: current.quiet < quiet)
    }
    return nil
  }

  /// Whether there was voice whose words nobody could have heard yet.
  private func isLikelyUnheard(_ suspicion: Suspicion) -> Bool {
    var sound = suspicion
    sound.length -= sound.quiet
    return !expectsWords && text.isEmpty && sound.isDense
      && sound.voiced >= min(Self.voicedWithoutWords, settings.bargeInVoiced)
  }

  private mutating func confirm() -> Verdict {
    reset()
    return .confirmed
  }

  private mutating func dismiss(at now: LabInstant, whileItLasts: Bool) -> Verdict {
    dismissedVoice = suspicion?.voiced ?? .zero
    suspicion = nil
    dismissed = now
    isSpent = whileItLasts
    run = 0
    return .dismissed
  }
}
