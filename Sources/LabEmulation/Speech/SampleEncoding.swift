/// How a service writes samples on the wire; the emulated voice makes them as 16-bit integers.
enum SampleEncoding: Hashable, Sendable {
  /// Integers of 16 bits, little-endian.
  case integer16
  /// IEEE 754 numbers of 32 bits, little-endian, full scale at one.
  case float32
  /// ITU-T G.711 in its two laws, a byte per sample.
  case muLaw, aLaw

  /// The same samples, written in this way.
  func encode(_ samples: [UInt8]) -> [UInt8] {
    switch self {
    case .integer16: samples
    case .float32:
      map(samples) { sample, bytes in
        withUnsafeBytes(of: (Float(sample) / 32_768).bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
    case .muLaw: map(samples) { $1.append(Self.muLaw($0)) }
    case .aLaw: map(samples) { $1.append(Self.aLaw($0)) }
    }
  }

  private func map(_ samples: [UInt8], write: (Int16, inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * 2)
    for index in stride(from: 0, to: samples.count - 1, by: 2) {
      write(Int16(bitPattern: UInt16(samples[index]) | UInt16(samples[index + 1]) << 8), &bytes)
    }
    return bytes
  }

  /// G.711, table 2a: a sign, the segment of a 14-bit magnitude with a bias of 33, and four bits within it;
  /// all inverted.
  private static func muLaw(_ sample: Int16) -> UInt8 {
    let value = Int(sample) >> 2
    let magnitude = min(abs(value), 8158) + 33
    let segment = Int.bitWidth - magnitude.leadingZeroBitCount - 6
    let step = (magnitude >> (segment + 1)) & 0x0F
    return ~UInt8((sample < 0 ? 0x80 : 0) | segment << 4 | step)
  }

  /// G.711, table 1a: a sign, the segment of a 13-bit magnitude and four bits within it; every other bit
  /// inverted.
  private static func aLaw(_ sample: Int16) -> UInt8 {
    let magnitude = sample < 0 ? -Int(sample) - 1 : Int(sample)
    let segment = max(0, Int.bitWidth - magnitude.leadingZeroBitCount - 8)
    let step = (magnitude >> (segment == 0 ? 4 : segment + 3)) & 0x0F
    return UInt8((sample < 0 ? 0 : 0x80) | segment << 4 | step) ^ 0x55
  }
}
