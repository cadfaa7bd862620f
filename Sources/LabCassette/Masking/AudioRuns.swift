/// A sound of which only the loudness is kept: runs of equal samples, 16 bits, mono.
///
/// Each block of a millisecond becomes silence up to its first sample of −40 dBFS or more and one constant
/// level after it, with the block's energy. So the first audible sample, which is found from the energy of
/// such blocks, stays where it was, and what was said is gone.
public struct AudioRuns: Hashable, Sendable {
  /// −40 dBFS.
  static let audible = 328

  /// Values and counts by turns.
  public var runs: [Int]
  /// The first byte is the second half of a sample that began in the message before; it is silent.
  public var hasLead = false
  /// The last byte is the first half of a sample that ends in the next message; it is silent.
  public var hasTail = false

  public init(runs: [Int], hasLead: Bool = false, hasTail: Bool = false) {
    self.runs = runs
    self.hasLead = hasLead
    self.hasTail = hasTail
  }

  /// Whether a piece of sound has a sample that can be heard: 16 bits, little-endian.
  static func isLoud(_ bytes: [UInt8]) -> Bool {
    stride(from: 0, to: bytes.count - 1, by: 2).contains { index in
      abs(Int(Int16(truncatingIfNeeded: Int(bytes[index]) | Int(bytes[index + 1]) << 8))) >= audible
    }
  }

  /// Keeps the loudness of a piece of sound.
  ///
  /// - Parameters:
  ///   - position: How many bytes of the sound came before, so that blocks lie as the sink counts them.
  ///   - block: How many samples a block has.
  init(of bytes: [UInt8], position: Int = 0, block: Int = 24) {
    runs = []
    guard !bytes.isEmpty else { return }
    hasLead = !position.isMultiple(of: 2)
    let body = bytes.dropFirst(hasLead ? 1 : 0)
    hasTail = !body.count.isMultiple(of: 2)
    var samples: [Int] = []
    samples.reserveCapacity(body.count / 2)
    var index = body.startIndex
    while index + 1 < body.endIndex {
      samples.append(Int(Int16(truncatingIfNeeded: Int(body[index]) | Int(body[index + 1]) << 8)))
      index += 2
    }
    var start = 0
    var length = block - (position + 1) / 2 % block
    while start < samples.count {
      let end = min(samples.count, start + length)
      addBlock(samples[start..<end])
      (start, length) = (end, block)
    }
  }

  private mutating func addBlock(_ samples: ArraySlice<Int>) {
    let energy = samples.reduce(0.0) { $0 + Double($1 * $1) }
    guard let first = samples.firstIndex(where: { abs($0) >= Self.audible }) else {
      let level = (energy / Double(samples.count)).squareRoot().rounded()
      return add(min(Int(level), Self.audible - 1), count: samples.count)
    }
    add(0, count: first - samples.startIndex)
    let rest = samples.endIndex - first
    let level = Int((energy / Double(rest)).squareRoot().rounded())
    guard level < Self.audible, rest > 1 else {
      return add(min(max(level, Self.audible), 32_767), count: rest)
    }
    // The first loud sample stands out, and the rest shares what is left.
    let left = max(0, energy - Double(Self.audible * Self.audible))
    add(Self.audible, count: 1)
    add(min(Int((left / Double(rest - 1)).squareRoot().rounded()), Self.audible - 1), count: rest - 1)
  }

  private mutating func add(_ value: Int, count: Int) {
    guard count > 0 else { return }
    if let last = runs.indices.last, runs[last - 1] == value {
      runs[last] += count
    } else {
      runs += [value, count]
    }
  }

  /// The sound's size in bytes.
  var byteCount: Int {
    stride(from: 1, to: runs.count, by: 2).reduce(0) { $0 + 2 * runs[$1] } + (hasLead ? 1 : 0)
      + (hasTail ? 1 : 0)
  }

  /// The sound, 16 bits little-endian.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = hasLead ? [0] : []
    bytes.reserveCapacity(byteCount)
    for index in stride(from: 0, to: runs.count - 1, by: 2) {
      let value = UInt16(bitPattern: Int16(clamping: runs[index]))
      for _ in 0..<runs[index + 1] {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      }
    }
    return hasTail ? bytes + [0] : bytes
  }
}
