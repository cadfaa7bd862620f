/// The header of a WAV file: RIFF with a `fmt ` chunk for mono linear PCM of 16 bits, and a `data` chunk.
package enum WaveFileHeader {
  /// The 44 bytes in front of the samples.
  ///
  /// - Parameters:
  ///   - dataBytes: How many bytes of samples follow.
  ///   - sampleRate: In Hz.
  package static func bytes(dataBytes: Int, sampleRate: Int) -> [UInt8] {
    let size = UInt32(clamping: dataBytes)
    let rate = UInt32(clamping: sampleRate)
    var bytes = Array("RIFF".utf8)
    append(UInt32(clamping: dataBytes + 36), to: &bytes)
    bytes += "WAVEfmt ".utf8
    append(16 as UInt32, to: &bytes)
    append(1 as UInt16, to: &bytes)
    append(1 as UInt16, to: &bytes)
    append(rate, to: &bytes)
    append(rate &* 2, to: &bytes)
    append(2 as UInt16, to: &bytes)
    append(16 as UInt16, to: &bytes)
    bytes += "data".utf8
    append(size, to: &bytes)
    return bytes
  }

  private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
