/// Levels of 16-bit samples relative to digital full scale.
enum SignalLevel {
  /// What digital silence is called, since its true level has no number.
  static let silenceDBFS: Float = -120

  /// The sum of squares of the samples as they stand, exact in 64 bits.
  static func energy(of samples: [Int16]) -> Int64 {
    let samples = samples.span
    var energy: Int64 = 0
    for index in samples.indices {
      // The square of 16 bits has room in 32, of which a vector holds twice as many as of 64.
      let sample = Int32(samples[unchecked: index])
      energy &+= Int64(sample &* sample)
    }
    return energy
  }

  /// The root mean square level of `count` samples whose squares sum to `energy`.
  static func dBFS(energy: Int64, count: Int) -> Float {
    guard energy > 0 else { return silenceDBFS }
    let meanSquare = Float(Double(energy) / (Double(count) * 32_768 * 32_768))
    return max(silenceDBFS, ReproducibleMath.decibels(meanSquare))
  }
}
