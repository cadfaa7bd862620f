import Synchronization

/// Triangular bands, evenly spaced on the mel scale, stored as the few weights that are not zero.
///
/// The scale is mel = 2595 · log10(1 + f / 700).
struct MelBands: Sendable {
  /// Number of bands.
  let count: Int

  private let bins: Int
  private struct Key: Hashable {
    var parameters: SpectralDetector.Parameters.Bands
    var binHertz: Float
    var bins: Int
  }

  /// Shared by all detectors, as windows are.
  private static let known = Mutex<[Key: MelBands]>([:])

  /// The bands for the parameters, made on first use.
  static func bands(
    _ parameters: SpectralDetector.Parameters.Bands, binHertz: Float, bins: Int
  ) -> MelBands {
    known.withLock { known in
      let key = Key(parameters: parameters, binHertz: binHertz, bins: bins)
      if let bands = known[key] { return bands }
      let bands = MelBands(parameters, binHertz: binHertz, bins: bins)
      known[key] = bands
      return bands
    }
  }

  private let firstBins: [Int]
  private let starts: [Int]
  /// The weights of band after band, each band filled up with zeros to whole fours.
  private let weights: [SIMD4<Float>]

  init(_ parameters: SpectralDetector.Parameters.Bands, binHertz: Float, bins: Int) {
    count = parameters.count
    self.bins = bins
    let low = Self.mel(parameters.lowHertz)
    let step = (Self.mel(parameters.highHertz) - low) / Float(count + 1)
    let edges = (0...(count + 1)).map { Self.hertz(low + step * Float($0)) }
    var firstBins: [Int] = []
    var starts = [0]
    var weights: [SIMD4<Float>] = []
    for band in 0..<count {
      let triangle = Self.triangle(
        left: edges[band], peak: edges[band + 1], right: edges[band + 2], binHertz: binHertz, bins: bins)
      let fours = (triangle.weights.count + 3) / 4
      // The zeros come first where there are no bins behind the band.
      let zeros = max(0, triangle.firstBin + 4 * fours - bins)
      let padded = [Float](repeating: 0, count: zeros) + triangle.weights + [0, 0, 0]
      firstBins.append(triangle.firstBin - zeros)
      weights += (0..<fours).map { SIMD4(padded[4 * $0..<4 * $0 + 4]) }
      starts.append(weights.count)
    }
    self.firstBins = firstBins
    self.starts = starts
    self.weights = weights
  }

  /// Writes the weighted power of each band.
  func sums(of power: [Float], into sums: inout [Float]) {
    precondition(sums.count == count && power.count == bins)
    let power = power.span
    let weights = weights.span
    var output = sums.mutableSpan
    for band in 0..<count {
      var bin = firstBins[band]
      var sum = SIMD4<Float>.zero
      for index in starts[band]..<starts[band + 1] {
        sum +=
          weights[unchecked: index]
          * SIMD4(
            power[unchecked: bin], power[unchecked: bin &+ 1], power[unchecked: bin &+ 2],
            power[unchecked: bin &+ 3])
        bin &+= 4
      }
      output[unchecked: band] = (sum[0] + sum[2]) + (sum[1] + sum[3])
    }
  }

  private static func triangle(
    left: Float, peak: Float, right: Float, binHertz: Float, bins: Int
  ) -> (firstBin: Int, weights: [Float]) {
    let inside = (0..<bins).filter { Float($0) * binHertz > left && Float($0) * binHertz < right }
    // A band narrower than a bin still has to hear something: it takes the bin nearest to its peak.
    guard let firstBin = inside.first else { return (Int((peak / binHertz).rounded()), [1]) }
    let weights = inside.map { bin in
      let frequency = Float(bin) * binHertz
      return min((frequency - left) / (peak - left), (right - frequency) / (right - peak))
    }
    return (firstBin, weights)
  }

  private static func mel(_ hertz: Float) -> Float { ReproducibleMath.log(1 + hertz / 700) }

  private static func hertz(_ mel: Float) -> Float { 700 * (ReproducibleMath.exp(mel) - 1) }
}
