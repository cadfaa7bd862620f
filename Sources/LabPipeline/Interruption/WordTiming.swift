import LabTimeline

/// Whether speech to text says words while somebody still speaks.
///
/// The judge of interruptions waits for words, and has to know whether it would be in vain: a service that is
/// sent whole utterances has none before their end, and one that speaks at pauses only comes late. What a
/// service promises does not measure that, so it is found out from the caller's own turns.
struct WordTiming: Sendable {
  /// The first words of a turn come this soon after its speech began, or they come too late for a verdict.
  static let limit = Duration.milliseconds(1000)

  /// When the caller's turn began, until there are words.
  private var began: LabInstant?
  private var inTime = 0
  private var late = 0

  /// What most turns say, and no when they are equal: to pass over an interruption is worse than to stop for
  /// a “mhm”. Taken for granted before the first.
  var comeInTime: Bool { late == 0 || inTime > late }

  /// The caller begins a turn of their own accord; in one that began over a reply, words may be older than it
  /// is.
  mutating func turnBegan(at now: LabInstant) {
    began = now
  }

  /// A transcript came.
  mutating func heard(_ text: String, at now: LabInstant) {
    guard let began, !text.isEmpty else { return }
    self.began = nil
    if now - began <= Self.limit { inTime += 1 } else { late += 1 }
  }
}
