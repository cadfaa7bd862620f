import LabTimeline

/// Whether speech to text says words while somebody still speaks.
///
/// The judge of interruptions waits for words, and has to know whether it would be in vain: a service that is sent whole
/// utterances has none before their end, and one that speaks at pauses only comes late. What a service promises is no
/// measure of that, so it is found out from the caller's own turns.
struct WordTiming: Sendable {
  /// After so much speech there are words, if there are any before its end.
  static let enough = Duration.milliseconds(800)

  /// Since when the caller speaks, and whether a word of it came.
  private var began: LabInstant?
  private var hasWords = false
  private var inTime = 0
  private var late = 0

  /// Taken for granted until an utterance that was long enough went by without a word; then what most of them say.
  var comeInTime: Bool { inTime >= late }

  /// The caller begins to speak in their own turn.
  mutating func speechStarted(at now: LabInstant) {
    began = now
    hasWords = false
  }

  /// Words came that nobody had asked for; what was asked for may be about earlier speech.
  mutating func heard(_ text: String) {
    if !text.isEmpty { hasWords = true }
  }

  /// The caller's speech is over.
  mutating func speechEnded(at now: LabInstant) {
    guard let began else { return }
    self.began = nil
    if hasWords {
      inTime += 1
    } else if now - began >= Self.enough {
      late += 1
    }
  }
}
