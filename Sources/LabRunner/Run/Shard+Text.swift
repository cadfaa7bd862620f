public import LabRecord
import LabTimeline

extension RecordHeader.Shard {
  /// Reads `I/N`, such as `2/8`; nil when it is not that.
  public init?(_ text: String) {
    let parts = text.split(separator: "/").map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(index)
    else { return nil }
    self.init(index: index, count: count)
  }
}
