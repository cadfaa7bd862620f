/// Samples as the line protocol carries them: 16 bits, little-endian.
enum SampleBytes {
  static func bytes(_ samples: UnsafeBufferPointer<Int16>) -> [UInt8] {
    #if _endian(little)
      Array(UnsafeRawBufferPointer(samples))
    #else
      samples.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    #endif
  }

  /// Whole samples; a byte that is left over is dropped.
  static func samples(_ bytes: [UInt8]) -> [Int16] {
    bytes.withUnsafeBytes { raw in
      (0..<raw.count / 2).map {
        Int16(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))
      }
    }
  }
}
