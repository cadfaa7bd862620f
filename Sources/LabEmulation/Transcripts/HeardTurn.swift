import LabStatistics

/// The words of a caller since the last turn ended, as a service with turns sees them.
struct HeardTurn: Sendable {
  private(set) var words: [HeardWord] = []
  /// Which turn of the session it is.
  private(set) var index = 0

  mutating func append(_ more: [HeardWord]) {
    words += more
  }

  mutating func end() {
    words = []
    index += 1
  }

  /// How many samples have passed since the last word; `nil` when there is no word or another one is being
  /// said.
  func silence(in hearing: Hearing) -> Int? {
    guard let last = words.last, !hearing.isInWord else { return nil }
    return max(0, hearing.position - last.end)
  }
}
