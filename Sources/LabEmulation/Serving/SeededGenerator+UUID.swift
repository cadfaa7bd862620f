import LabStatistics

extension SeededGenerator {
  /// A version 4 UUID, in lower case.
  mutating func uuid() -> String {
    var hex = ""
    for _ in 0..<2 {
      let digits = String(next(), radix: 16)
      hex += String(repeating: "0", count: 16 - digits.count) + digits
    }
    var digits = Array(hex)
    digits[12] = "4"
    digits[16] = "a"
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
    return groups.map { String(digits[$0]) }.joined(separator: "-")
  }
}
