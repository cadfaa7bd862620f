/// The sound of a WAV file with linear samples of 16 bits.
///
/// Several channels become one by their mean. A size that runs past the end, as in the header of a stream,
/// means up to the end.
struct WaveFile {
  let sampleRate: Int
  let samples: [Int16]

  /// Reads a file; `nil` when it is none, or holds another kind of sound.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 12, bytes[0..<4].elementsEqual("RIFF".utf8),
      bytes[8..<12].elementsEqual("WAVE".utf8)
    else { return nil }
    func number(_ at: Int, bytes count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    var format: (channels: Int, rate: Int)?
    var next = 12
    while next + 8 <= bytes.count {
      let start = next + 8
      let end = min(bytes.count, start + number(next + 4, bytes: 4))
      let name = bytes[next..<next + 4]
      if name.elementsEqual("fmt ".utf8), end - start >= 16 {
        // 1 is linear PCM, 0xFFFE names the same in an extension.
        guard [1, 0xFFFE].contains(number(start, bytes: 2)), number(start + 14, bytes: 2) == 16 else {
          return nil
        }
        format = (number(start + 2, bytes: 2), number(start + 4, bytes: 4))
      } else if name.elementsEqual("data".utf8) {
        guard let format, format.channels > 0, (1000...384_000).contains(format.rate) else { return nil }
        sampleRate = format.rate
        samples = Self.mono(bytes[start..<end], channels: format.channels)
        return
      }
      next = end + (end - start) % 2
    }
    return nil
  }

  private static func mono(_ bytes: ArraySlice<UInt8>, channels: Int) -> [Int16] {
    var pcm = LittleEndianSamples()
    let all = pcm.decode(Array(bytes))
    guard channels > 1 else { return all }
    return stride(from: 0, to: all.count - channels + 1, by: channels).map { start in
      Int16(truncatingIfNeeded: all[start..<start + channels].reduce(0) { $0 + Int($1) } / channels)
    }
  }
}
