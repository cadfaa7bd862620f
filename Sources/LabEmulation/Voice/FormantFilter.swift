import LabStatistics

/// Four resonators side by side, one per lane: y = b·x + a₁·y₋₁ + a₂·y₋₂ (D. H. Klatt, "Software for a
/// cascade/parallel formant synthesizer", JASA 67, 1980).
struct FormantFilter: Hashable, Sendable {
  var a1: SIMD4<Float> = .zero
  var a2: SIMD4<Float> = .zero
  /// The resonators' gains; their signs alternate so that neighbours do not cancel between their peaks.
  var b: SIMD4<Float> = .zero

  private static let bandwidths: SIMD4<Double> = [70, 100, 140, 200]
  private static let weights: SIMD4<Double> = [1, -0.5, 0.25, -0.12]

  /// - Parameters:
  ///   - formants: Centre frequencies in Hz; one too close to half the sample rate is left out.
  ///   - sampleRate: In Hz.
  init(formants: SIMD4<Double>, sampleRate: Int) {
    for lane in 0..<4 where formants[lane] < 0.45 * Double(sampleRate) {
      let turn = Double.pi / Double(sampleRate)
      let radius = PortableMath.exp(-turn * Self.bandwidths[lane])
      let cosine = Self.cosine(2 * turn * formants[lane])
      a1[lane] = Float(2 * radius * cosine)
      a2[lane] = Float(-radius * radius)
      // About 1 at the peak, times the weight.
      b[lane] = Float(Self.weights[lane] * (1 - radius) * 2 * (1 - cosine * cosine).squareRoot())
    }
  }

  /// The cosine of an angle from 0 to π by its power series: the C library's last bits depend on the
  /// processor.
  static func cosine(_ angle: Double) -> Double {
    let square = angle * angle
    var sum = 1.0
    for even in stride(from: 28.0, through: 2, by: -2) {
      sum = 1 - sum * square / (even * (even - 1))
    }
    return sum
  }
}
