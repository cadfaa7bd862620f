import LabRecord
import LabTimeline

/// Keeps the books that Little's law is checked with.
struct LoadAccount {
  private var conversations = 0
  private var firstReady = Int64.max
  private var lastEnd = Int64.min
  private var onHand: Int64 = 0
  private var own: Int64 = 0

  /// A conversation ended: since when it could have begun, when it was over, and how long it took by its own
  /// account, all in nanoseconds.
  mutating func add(ready: Int64, end: Int64, lasted: Int64) {
    conversations += 1
    firstReady = min(firstReady, ready)
    lastEnd = max(lastEnd, end)
    onHand += end - ready
    own += lasted
  }

  /// The account; `nil` before the first conversation ended.
  var load: InstrumentReading.Load? {
    guard conversations > 0, lastEnd > firstReady else { return nil }
    let nanoseconds = Double(lastEnd - firstReady)
    return InstrumentReading.Load(
      conversations: conversations, seconds: nanoseconds / 1e9,
      meanConcurrency: Double(onHand) / nanoseconds,
      meanConversationSeconds: Double(own) / Double(conversations) / 1e9)
  }
}
