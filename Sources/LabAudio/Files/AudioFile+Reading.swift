import CSndfile

extension AudioFile {
  /// Reads a sound file as one channel at a wanted rate.
  ///
  /// A 16-bit mono file at the wanted rate comes back bit for bit. Samples of other formats are rounded
  /// to 16 bits without dither; floating-point samples beyond full scale are limited to it.
  ///
  /// - Parameter rate: the sample rate of the clip; that of the file when nil.
  /// - Throws: what ``header(ofFileAt:)`` throws, and an ``AudioError`` for a sample that is not a finite
  ///   number, or beyond eight times full scale, or a file that ends earlier than its header says.
  public static func read(_ path: String, at rate: SampleRate? = nil) throws(AudioError) -> AudioClip {
    try withOpenFile(at: path) { file, header throws(AudioError) in
      var mono = try readAveraged(file, header, path: path)
      if let rate, rate != header.sampleRate {
        mono = Resampler.resample(mono, from: header.sampleRate, to: rate)
      }
      return AudioClip(floats: mono, sampleRate: rate ?? header.sampleRate)
    }
  }

  private static func readAveraged(
    _ file: OpaquePointer, _ header: Header, path: String
  ) throws(AudioError) -> [Float] {
    let blockFrames = 16_384
    var block = [Float](repeating: 0, count: blockFrames * header.channels)
    var mono: [Float] = []
    while true {
      let frames = Int(sf_readf_float(file, &block, sf_count_t(blockFrames)))
      guard frames > 0 else { break }
      for frame in 0..<frames {
        var sum: Float = 0
        for sample in block[frame * header.channels..<(frame + 1) * header.channels] {
          guard abs(sample) <= 8 else { throw unusable(sample, at: mono.count, header, path: path) }
          sum += sample
        }
        mono.append(sum / Float(header.channels))
      }
    }
    guard mono.count == header.frames else {
      throw truncated(path, "its header promises \(header.frames) samples, \(mono.count) are there")
    }
    return mono
  }

  /// The error for a sample that no converter would give; `abs(x) <= 8` is false for what is not a number,
  /// too.
  private static func unusable(
    _ sample: Float, at frame: Int, _ header: Header, path: String
  ) -> AudioError {
    let milliseconds = header.sampleRate.nanoseconds(of: frame) / 1_000_000
    let place = "\(path) at sample \(frame) (\(milliseconds) ms)"
    guard sample.isFinite else {
      return AudioError(
        .sampleNotFinite, "\(place) holds \(sample), which is not a sound.",
        hint: "Find the processing step that divides by zero and export the file again.")
    }
    return AudioError(
      .notNormalised, "\(place) holds \(sample), where full scale is 1.",
      hint: "Divide the samples by the full scale they were made with, for example 32768.")
  }
}
