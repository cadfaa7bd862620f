/// Cuts a stream of bytes into 16-bit samples; an odd byte at the end of a piece waits for the next one.
struct LittleEndianSamples: Sendable {
  private var odd: UInt8?

  /// The samples that the next bytes complete.
  mutating func decode(_ bytes: [UInt8]) -> [Int16] {
    var skipped = 0
    var first: Int16?
    if let low = odd, let high = bytes.first {
      first = Int16(bitPattern: UInt16(low) | UInt16(high) << 8)
      skipped = 1
      odd = nil
    }
    let whole = (bytes.count - skipped) / 2
    if skipped + 2 * whole < bytes.count { odd = bytes[bytes.count - 1] }
    let lead = first == nil ? 0 : 1
    return [Int16](unsafeUninitializedCapacity: whole + lead) { samples, count in
      if let first { samples.initializeElement(at: 0, to: first) }
      bytes.withUnsafeBytes { raw in
        for index in 0..<whole {
          let sample = raw.loadUnaligned(fromByteOffset: skipped + 2 * index, as: Int16.self)
          samples.initializeElement(at: lead + index, to: Int16(littleEndian: sample))
        }
      }
      count = whole + lead
    }
  }
}
