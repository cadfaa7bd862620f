import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline

/// A fingerprint of texts and numbers: FNV-1a with 64 bits, against accidents and not against malice.
struct ContentDigest {
  private var hash = StableHash()

  mutating func add(_ number: Int64) {
    var rest = UInt64(bitPattern: number)
    for _ in 0..<8 {
      hash.add(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Adds a text and its end.
  mutating func add(_ text: String) {
    for byte in text.utf8 { hash.add(byte) }
    hash.add(0xFF)
  }

  /// Sixteen hexadecimal digits.
  var text: String { hash.hex }

  /// The digest of the turns of a run that count, in the order of work.
  static func of(_ turns: [MeasuredTurn]) -> String {
    var digest = ContentDigest()
    for turn in turns {
      digest.add(Int64(turn.conversation.position))
      digest.add(Int64(turn.turn))
      digest.add(turn.outcome.name)
      for (metric, measurement) in zip(MetricCatalogue.all, turn.measurements) {
        guard let value = measurement.value else { continue }
        digest.add(metric.key)
        digest.add(value.nanoseconds)
      }
    }
    return digest.text
  }
}
