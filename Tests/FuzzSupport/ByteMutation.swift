/// Changes bytes as libFuzzer does: bits, pieces, words of the protocol, numbers at the edges of what machines hold.
struct ByteMutation {
  /// Words that the protocols give a meaning to, taken from the exchanges themselves.
  let words: [[UInt8]]

  static let numbers = [
    "0", "-1", "1e999", "-1e999", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "18446744073709551616", "1e308", "1e19", "1e18", "0.1", "-0.0", "4294967296", "2147483648", "1e-320",
    "NaN",
    "Infinity", "99999999999999999999999999", "65536", "256", "-32769", "9007199254740993", "3e9", "86400001",
  ].map { Array($0.utf8) }

  private static let broken: [[UInt8]] = [
    [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0x00],
    [0xEF, 0xBB, 0xBF],
    [0x0D], [0x0A], [0x0D, 0x0A], [0xE2, 0x80, 0xA8], [0xCC, 0x81], [0xF4, 0x90, 0x80, 0x80],
  ]

  /// Changes the bytes in one way; `other` is another input to take a piece of.
  func apply(_ bytes: inout [UInt8], _ random: inout FuzzRandom, other: [UInt8]) {
    let at = random.below(bytes.count + 1)
    switch random.below(15) {
    case 0 where at < bytes.count: bytes[at] ^= 1 << UInt8(random.below(8))
    case 1 where at < bytes.count: bytes[at] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes.insert(contentsOf: random.pick(Self.broken), at: at)
    case 3 where !words.isEmpty: bytes.insert(contentsOf: random.pick(words), at: at)
    case 4: bytes.removeSubrange(at..<min(bytes.count, at + 1 + random.below(16)))
    case 5: bytes.removeSubrange(at...)
    case 6:
      let piece = Array(bytes[at..<min(bytes.count, at + 1 + random.below(64))])
      let times = random.chance(3) ? 1 + random.below(400) : 1 + random.below(3)
      for _ in 0..<times { bytes.insert(contentsOf: piece, at: at) }
    case 7:
      guard !other.isEmpty else { return }
      let from = random.below(other.count)
      bytes.replaceSubrange(at..., with: other[from...])
    case 8:
      guard !other.isEmpty else { return }
      let from = random.below(other.count)
      bytes.insert(contentsOf: other[from..<min(other.count, from + 1 + random.below(64))], at: at)
    case 9, 10: replaceNumber(&bytes, from: at, &random)
    case 11:
      let mark = random.pick(Array("[{(\"\\<-&*#:,".utf8))
      bytes.insert(
        contentsOf: [UInt8](repeating: mark, count: 1 + random.below(random.chance(3) ? 3000 : 40)), at: at)
    case 12 where at < bytes.count:
      bytes[at] = random.pick(Array("{}[]\":,\\ \n\r\t0-9eE+.%&=?;".utf8))
    case 13 where !words.isEmpty && at < bytes.count:
      let word = random.pick(words)
      bytes.replaceSubrange(at..<min(bytes.count, at + word.count), with: word)
    default:
      let end = min(bytes.count, at + 1 + random.below(32))
      bytes[at..<end].reverse()
    }
  }

  /// Puts an edge in the place of the next number.
  private func replaceNumber(_ bytes: inout [UInt8], from at: Int, _ random: inout FuzzRandom) {
    guard
      let start = bytes[at...].firstIndex(where: { (48...57).contains($0) })
        ?? bytes.firstIndex(where: { (48...57).contains($0) })
    else { return }
    let end = bytes[start...].firstIndex { !(48...57).contains($0) && $0 != 46 && $0 != 45 } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: random.pick(Self.numbers))
  }

  /// The words of some texts: what stands between quotes or marks.
  static func words(of texts: [[UInt8]]) -> [[UInt8]] {
    var known: Set<[UInt8]> = []
    var words: [[UInt8]] = []
    for text in texts {
      for word in text.split(whereSeparator: { !isWord($0) })
      where (2...24).contains(word.count) && words.count < 400 {
        if known.insert(Array(word)).inserted { words.append(Array(word)) }
      }
    }
    return words
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 95, 45, 46: true
    default: false
    }
  }
}
