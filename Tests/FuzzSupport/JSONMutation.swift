/// Changes JSON where it has meaning, so that the result is still JSON, mostly: values, keys, members.
struct JSONMutation {
  /// A value or a key of a text.
  struct Span {
    var range: Range<Int>
    var isKey: Bool
  }

  private static let values: [[UInt8]] =
    ByteMutation.numbers.filter { $0 != Array("NaN".utf8) && $0 != Array("Infinity".utf8) }
    + [
      "null", "true", "false", "\"\"", "[]", "{}", "[null]", "[[]]", "{\"\":null}", "\"\\ud800\"",
      "\"\\u0000\"",
      "\"1\"", "\"-1\"", "\"\\ud83d\\ude00\"", "\"AAA\"", "\"AA==\"", "\"A\"", "[1,2,3]", "[\"a\",\"b\"]",
      "[-1e19]",
    ].map { Array($0.utf8) }

  /// Changes one place; does nothing to what has no values.
  func apply(_ bytes: inout [UInt8], _ random: inout FuzzRandom, other: [UInt8]) {
    let spans = Self.spans(of: bytes)
    guard !spans.isEmpty else { return }
    let span = random.pick(spans)
    switch random.below(10) {
    case 0...4: bytes.replaceSubrange(span.range, with: random.pick(Self.values))
    case 5:
      let others = Self.spans(of: other)
      guard !others.isEmpty else { return }
      bytes.replaceSubrange(span.range, with: other[random.pick(others).range])
    case 6:
      let own = random.pick(spans)
      bytes.replaceSubrange(span.range, with: Array(bytes[own.range]))
    case 7:
      // The member goes, with the comma behind it.
      let comma = bytes[span.range.upperBound...].prefix(1).first == 0x2C ? 1 : 0
      bytes.removeSubrange(span.range.lowerBound..<span.range.upperBound + comma)
    case 8:
      let depth = 1 + random.below(random.chance(5) ? 2000 : 20)
      let isList = random.chance(50)
      let opening = isList ? Array("[".utf8) : Array("{\"a\":".utf8)
      bytes.replaceSubrange(
        span.range,
        with: [UInt8]((0..<depth).map { _ in opening }.joined()) + Array("1".utf8)
          + [UInt8](repeating: isList ? 0x5D : 0x7D, count: depth))
    default:
      let size = random.chance(5) ? 20_000 : 300
      bytes.replaceSubrange(
        span.range,
        with: [0x22]
          + [UInt8](
            repeating: random.pick(Array("aA0 .é".utf8.filter { $0 < 128 })), count: random.below(size)) + [
            0x22
          ])
    }
  }

  /// The values and keys of a text, read without regard to whether it is whole.
  static func spans(of bytes: [UInt8]) -> [Span] {
    var spans: [Span] = []
    var open: [Int] = []
    var index = 0
    while index < bytes.count, spans.count < 300 {
      switch bytes[index] {
      case 0x22:
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != 0x22 { index += bytes[index] == 0x5C ? 2 : 1 }
        index = min(bytes.count, index + 1)
        spans.append(Span(range: start..<index, isKey: index < bytes.count && bytes[index] == 0x3A))
      case 0x7B, 0x5B:
        open.append(index)
        index += 1
      case 0x7D, 0x5D:
        index += 1
        if let start = open.popLast() { spans.append(Span(range: start..<index, isKey: false)) }
      case 48...57, 0x2D, 97...122:
        let start = index
        while index < bytes.count, isPlain(bytes[index]) { index += 1 }
        spans.append(Span(range: start..<max(index, start + 1), isKey: false))
        index = max(index, start + 1)
      default: index += 1
      }
    }
    return spans
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 97...122, 0x2D, 0x2E, 0x2B, 0x45: true
    default: false
    }
  }
}
