/// Changes YAML where it has meaning: lines, indents, keys, values, anchors and what is nested.
struct LineMutation {
  private static let values = [
    "", "~", "true", "no", "[]", "{}", "[[]]", "\"\"", "'x'", "-1", "0", "1e309", "-.inf", ".nan", "0x10",
    "12:30",
    "9223372036854775807", "9223372036854775808", "1e-320", "\"\\u0000\"", "2026-12-01", "&a [*a]", "*a",
    "!!int x",
    "| ", ">-", "<<", "\"é😀\"", "? x", "\"*\"", "100001", "0.5", "1000", "300 ms", "p99.9 < 0.1 s", "-20%",
  ].map { Array($0.utf8) }

  /// Changes the text in one way; `other` is another text to take lines of.
  func apply(_ bytes: inout [UInt8], _ random: inout FuzzRandom, other: [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    let at = random.below(lines.count)
    switch random.below(12) {
    case 0: lines.remove(at: at)
    case 1: lines.insert(lines[at], at: random.below(lines.count + 1))
    case 2: lines.swapAt(at, random.below(lines.count))
    case 3:
      let isDeeper = random.chance(50)
      if isDeeper {
        lines[at] = [0x20, 0x20] + lines[at]
      } else {
        lines[at] = Array(lines[at].drop { $0 == 0x20 })
      }
    case 4:
      let others = other.split(separator: 0x0A).map { Array($0) }
      guard !others.isEmpty else { return }
      let from = random.below(others.count)
      lines.insert(contentsOf: others[from..<min(others.count, from + 1 + random.below(8))], at: at)
    case 5:
      // Aliases of aliases grow without end when nobody counts.
      let name = [UInt8(0x61 + random.below(6))]
      let alias = [UInt8](repeating: 0x2A, count: 1) + [UInt8(0x61 + random.below(6))]
      let items = Array(repeatElement(alias, count: 1 + random.below(9)).joined(separator: [0x2C]))
      setValue(of: &lines[at], to: [0x26] + name + [0x20, 0x5B] + items + [0x5D])
    case 6:
      let depth = random.pick([1, 3, 40, 1200])
      setValue(
        of: &lines[at], to: [UInt8](repeating: 0x5B, count: depth) + [UInt8](repeating: 0x5D, count: depth))
    case 7: setValue(of: &lines[at], to: value(of: random.pick(lines)))
    default: setValue(of: &lines[at], to: random.pick(Self.values))
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  private func value(of line: [UInt8]) -> [UInt8] {
    line.firstIndex(of: 0x3A).map { Array(line[($0 + 1)...]) } ?? line
  }

  /// What stands behind the first colon, or behind the dash of a list.
  private func setValue(of line: inout [UInt8], to value: [UInt8]) {
    let end = line.firstIndex(of: 0x3A) ?? line.firstIndex(of: 0x2D)
    line = Array(line[..<(end.map { $0 + 1 } ?? 0)]) + [0x20] + value
  }
}

/// Puts numbers at the edges of what machines hold into the fields of binary headers.
struct FieldMutation {
  private static let edges: [UInt64] = [
    0, 1, 0x7F, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF, .max,
    1 << 63,
  ]

  func apply(_ bytes: inout [UInt8], _ random: inout FuzzRandom) {
    guard !bytes.isEmpty else { return }
    let width = random.pick([1, 2, 3, 4, 4, 8])
    let at = random.below(min(bytes.count, random.chance(80) ? 100 : bytes.count))
    let edge = random.pick(Self.edges)
    let isLittle = random.chance(70)
    for index in 0..<width where at + index < bytes.count {
      bytes[at + index] = UInt8(
        truncatingIfNeeded: edge >> UInt64(8 * (isLittle ? index : width - 1 - index)))
    }
  }
}

/// What an input is made of, and so how it is best changed.
enum FuzzGrammar: Sendable {
  /// Text and JSON, as most protocols speak.
  case words
  /// Lines with indents: YAML.
  case lines
  /// Fields of a few bytes each.
  case fields
}
