/// Brings a hop down to 8 kHz for the voicing analysis, which needs nothing above 2.5 kHz.
///
/// The filter is three moving averages in a row, as long as the step: what would fold onto 0–2.5 kHz is 25 dB
/// down, and its droop does not matter because the analysis takes out the spectrum's slope.
struct Decimator: Sendable {
  static let outputHertz = 8_000

  private let step: Int
  private let taps: [Float]

  init(sampleRate: DetectorSampleRate) {
    step = sampleRate.rawValue / Self.outputHertz
    let average = Array(repeating: 1 / Float(step), count: step)
    taps = Self.convolve(Self.convolve(average, average), average)
  }

  /// Overwrites the end of `output` with the last `count` outputs for the end of the history.
  func decimate(_ history: SampleHistory, count: Int, into output: inout [Float]) {
    // Steps that the compiler knows, so that it can write the sums out.
    switch step {
    case 2: Self.decimate(history.samples, taps, step: 2, count: count, into: &output)
    case 3: Self.decimate(history.samples, taps, step: 3, count: count, into: &output)
    default: Self.decimate(history.samples, taps, step: step, count: count, into: &output)
    }
  }

  @inline(__always)
  private static func decimate(
    _ samples: [Float], _ taps: [Float], step: Int, count: Int, into output: inout [Float]
  ) {
    let samples = samples.span
    let taps = taps.span
    let tapCount = 3 * step - 2
    let first = samples.count - step * (count - 1) - tapCount
    precondition(first >= 0 && output.count >= count && taps.count == tapCount)
    let offset = output.count - count
    var output = output.mutableSpan
    for index in 0..<count {
      let start = first &+ step &* index
      var sum: Float = 0
      for tap in 0..<tapCount {
        sum += taps[unchecked: tap] * samples[unchecked: start &+ tap]
      }
      output[unchecked: offset &+ index] = sum
    }
  }

  private static func convolve(_ a: [Float], _ b: [Float]) -> [Float] {
    var result = [Float](repeating: 0, count: a.count + b.count - 1)
    for i in a.indices {
      for j in b.indices { result[i + j] += a[i] * b[j] }
    }
    return result
  }
}
