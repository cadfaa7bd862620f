/// Cuts a stream of bytes into 16-bit samples; an odd byte at the end of a piece waits for the next one.
struct LittleEndianSamples: Sendable {
  private var odd: UInt8?

  /// The samples that the next bytes complete.
  mutating func decode(_ bytes: [UInt8]) -> [Int16] {
    var samples: [Int16] = []
    decode(bytes, onto: &samples)
    return samples
  }

  /// Appends the samples that the next bytes complete.
  mutating func decode(_ bytes: [UInt8], onto samples: inout [Int16]) {
    var rest = bytes[...]
    if let low = odd, let high = rest.popFirst() {
      samples.append(Int16(bitPattern: UInt16(low) | UInt16(high) << 8))
      odd = nil
    }
    if rest.count % 2 == 1 { odd = rest.popLast() }
    let start = samples.count
    samples.append(contentsOf: repeatElement(0, count: rest.count / 2))
    samples.withUnsafeMutableBufferPointer { samples in
      let new = UnsafeMutableBufferPointer(rebasing: samples[start...])
      UnsafeMutableRawBufferPointer(new).copyBytes(from: rest)
      for index in new.indices { new[index] = Int16(littleEndian: new[index]) }
    }
  }
}
