/// Finds the utterances whose chosen window has a hash: a bitmap that rejects almost everything, then a table.
struct WindowIndex: Sendable {
  /// A chosen window: of which utterance, and where in it.
  struct Entry: Sendable {
    var hash: UInt64
    /// The index of the utterance in its book.
    var utterance: Int
    /// The position of the window's first sample in the recording.
    var offset: Int
  }

  /// One bit per value of the hash's upper bits.
  private(set) var bitmap: [UInt64]
  /// The bitmap takes the hash shifted right by this.
  let shift: UInt64
  /// Sorted by hash; equal hashes in the order of the book.
  private let entries: [Entry]

  /// At least 64 bits per entry, so that at most one sample in 64 passes by chance; 8 KiB for up to 1,024 entries.
  init(_ entries: [Entry]) {
    var bits = 16
    while bits < 24, 1 << bits < entries.count * 64 { bits += 1 }
    shift = UInt64(64 - bits)
    bitmap = [UInt64](repeating: 0, count: 1 << (bits - 6))
    for entry in entries {
      let slot = entry.hash >> shift
      bitmap[Int(slot >> 6)] |= 1 << (slot & 63)
    }
    self.entries = entries.sorted { ($0.hash, $0.utterance) < ($1.hash, $1.utterance) }
  }

  /// The entries of a hash: a binary search, so that even a sound whose every window passes the bitmap is cheap.
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
