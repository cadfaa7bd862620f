/// Finds the utterances whose chosen window has a hash, and rejects almost all sound before there is a hash.
struct WindowIndex: Sendable {
  /// A chosen window: of which utterance, and where in it.
  struct Entry: Sendable {
    var hash: UInt64
    /// The place of the utterance in the index.
    var utterance: Int
    /// The position of the window's first sample in the recording.
    var offset: Int
  }

  /// How many samples a scan looks at.
  static let gram = 4
  /// How many samples lie between two scans, so that each window has one look among its last 35 samples.
  static let stride = RollingHash.window / 2

  /// One bit per value of a gram's hash.
  private var bitmap: [UInt64]
  /// The bitmap takes the upper bits of the hash.
  private let shift: UInt64
  /// Sorted by hash; equal hashes in the order of the utterances.
  private let entries: [Entry]

  /// At least 16 bits per gram, so that at most one in 16 passes at random; 8 KiB for up to 128 entries.
  init(_ entries: [Entry], of utterances: [KnownUtterance]) {
    var bits = 16
    while bits < 24, 1 << bits < entries.count * Self.stride * 16 { bits += 1 }
    shift = UInt64(64 - bits)
    bitmap = [UInt64](repeating: 0, count: 1 << (bits - 6))
    self.entries = entries.sorted { ($0.hash, $0.utterance) < ($1.hash, $1.utterance) }
    for entry in entries {
      let last = entry.offset + RollingHash.window - Self.gram
      for place in last - Self.stride + 1...last { mark(utterances[entry.utterance].samples, at: place) }
    }
  }

  private mutating func mark(_ samples: [Int16], at place: Int) {
    let slot = slot(samples, at: place)
    bitmap[Int(slot >> 6)] |= 1 << (slot & 63)
  }

  /// Whether a chosen window may end with the four samples at a place, or with one of the next 31 samples.
  func mayEnd(near place: Int, of samples: [Int16]) -> Bool {
    let slot = slot(samples, at: place)
    return bitmap[Int(slot >> 6)] & 1 << (slot & 63) != 0
  }

  private func slot(_ samples: [Int16], at place: Int) -> UInt64 {
    var gram: UInt64 = 0
    for index in place..<place + Self.gram { gram = gram << 16 | UInt64(UInt16(bitPattern: samples[index])) }
    return (gram &* RollingHash.base) >> shift
  }

  /// The entries of a hash: a binary search, so that even a sound whose every window is looked up is cheap.
  func candidates(for hash: UInt64) -> ArraySlice<Entry> {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix { $0.hash == hash }
  }
}
