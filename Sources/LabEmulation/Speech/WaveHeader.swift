/// The header of a WAV stream whose length is not known yet.
enum WaveHeader {
  /// A RIFF header with the largest lengths, as streams have it.
  static func streamed(sampleRate: Int, encoding: SampleEncoding) -> [UInt8] {
    // Integers, floating point, A-law and mu-law, as registered for WAVE.
    let (tag, width): (Int, Int) =
      switch encoding {
      case .integer16: (1, 2)
      case .float32: (3, 4)
      case .aLaw: (6, 1)
      case .muLaw: (7, 1)
      }
    var bytes: [UInt8] = []
    func append(_ text: String) { bytes += Array(text.utf8) }
    func append(_ value: Int, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    append("RIFF")
    append(0xFFFF_FFFF, 4)
    append("WAVEfmt ")
    append(16, 4)
    append(tag, 2)
    append(1, 2)
    append(sampleRate, 4)
    append(sampleRate * width, 4)
    append(width, 2)
    append(8 * width, 2)
    append("data")
    append(0xFFFF_FFFF, 4)
    return bytes
  }
}
