import LabTimeline

/// The receiving end of one direction: puts segments in order and says when to acknowledge.
struct TCPReceiver: Sendable {
  private(set) var delivered = 0
  /// What has arrived out of order, ascending, not touching.
  private(set) var beyond: [Range<Int>] = []
  /// When an acknowledgement must be sent at the latest; `nil` when none is owed.
  private(set) var due: LabInstant?
  private var owed = 0
  private var quick: Int
  private let settings: TCPSettings

  init(_ settings: TCPSettings) {
    self.settings = settings
    quick = settings.quickAcknowledgements
  }

  /// Takes a segment and returns how many bytes of the stream can be handed on.
  mutating func take(_ bytes: Range<Int>, at now: LabInstant) -> Int {
    let before = delivered
    let hadGap = !beyond.isEmpty
    if bytes.lowerBound <= delivered {
      delivered = max(delivered, bytes.upperBound)
      while let next = beyond.first, next.lowerBound <= delivered {
        delivered = max(delivered, next.upperBound)
        beyond.removeFirst()
      }
    } else {
      insert(bytes)
    }
    owed += 1
    // What is out of order, fills a gap or came before is told at once (RFC 5681, section 4.2).
    let isPlain = delivered > before && !hadGap && beyond.isEmpty
    if quick > 0 { quick -= 1 }
    if isPlain, owed < 2, quick == 0 {
      due = due ?? now + settings.delayedAcknowledgement
    } else {
      due = now
    }
    return delivered - before
  }

  private mutating func insert(_ bytes: Range<Int>) {
    var merged = bytes
    beyond.removeAll { range in
      guard range.lowerBound <= merged.upperBound, range.upperBound >= merged.lowerBound else { return false }
      merged =
        min(range.lowerBound, merged.lowerBound)..<max(range.upperBound, merged.upperBound)
      return true
    }
    let place = beyond.firstIndex { $0.lowerBound > merged.lowerBound } ?? beyond.count
    beyond.insert(merged, at: place)
  }

  /// An acknowledgement has left, by itself or with data.
  mutating func acknowledged() {
    due = nil
    owed = 0
  }
}
