/// The short-time power spectrum of the last 20 ms, up to 8 kHz, in bins of 50 Hz.
///
/// Scaled so that the same sound gives the same numbers at every sample rate.
struct PowerSpectrum: Sendable {
  static let windowSeconds = 0.02
  static let binHertz: Float = 50
  static let topHertz = 8_000

  /// Power per bin, bin 0 at 0 Hz.
  private(set) var power: [Float]

  private let plan: FourierPlan
  private let window: HannWindow

  init(sampleRate: DetectorSampleRate) {
    let count = 2 * sampleRate.hopSize
    plan = .plan(size: count, .forward)
    // At 48 kHz three times the samples see the same sound: without the factor its power would triple.
    window = .window(count: count, energy: 16_000 / Double(sampleRate.rawValue))
    power = Array(repeating: 0, count: Self.topHertz / Int(Self.binHertz) + 1)
  }

  /// Takes the spectrum of the last samples of the history.
  mutating func update(with history: SampleHistory) {
    plan.withRoom { windowed, bins in
      window.apply(toLastOf: history.samples, into: windowed)
      plan.forward(windowed, into: bins)
      Self.takePower(of: bins, from: 0, into: &power)
    }
  }

  /// Writes the squared magnitudes of interleaved bins from `firstBin` on, as many as `power` has room for.
  static func takePower(
    of interleaved: UnsafeMutableBufferPointer<Float>, from firstBin: Int, into power: inout [Float]
  ) {
    precondition(interleaved.count >= 2 * (firstBin + power.count))
    var output = power.mutableSpan
    for index in 0..<output.count {
      let real = interleaved[2 &* (firstBin &+ index)]
      let imaginary = interleaved[2 &* (firstBin &+ index) &+ 1]
      output[unchecked: index] = real * real + imaginary * imaginary
    }
  }

  /// Adds the same power to every bin.
  mutating func add(_ floor: Float) {
    var output = power.mutableSpan
    for index in 0..<output.count {
      output[unchecked: index] += floor
    }
  }

  /// Mean power of the bins from `firstBin` on.
  func mean(from firstBin: Int) -> Float {
    let power = power.span
    let count = power.count - firstBin
    return Lanes.sum(count) { power[unchecked: firstBin &+ $0] } / Float(count)
  }
}
