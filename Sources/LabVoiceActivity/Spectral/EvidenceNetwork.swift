/// The network that judges the evidence: one hidden layer, with the evidence itself beside it.
///
/// A few hundred weights, trained by `scripts/detector/train.py`; see Documentation/vad.md.
struct EvidenceNetwork: Sendable {
  /// One lane per hidden unit; those beyond the last unit have weights of 0.
  private typealias Units = SIMD16<Float>

  /// The hidden units' weights, input by input, then their biases.
  private let hidden: [Units]
  /// The output's weight of every hidden unit.
  private let outputs: Units
  /// The output's weight of every piece of evidence, then its bias.
  private let straight: [Float]

  /// - Parameters:
  ///   - hidden: The hidden units' weights unit by unit, each followed by its bias.
  ///   - output: The output's weight of every hidden unit, then of every piece of evidence, then its bias.
  init(hidden: [Float], output: [Float]) {
    let inputs = Evidence.names.count
    let units = hidden.count / (inputs + 1)
    precondition(hidden.count == units * (inputs + 1) && output.count == units + inputs + 1)
    precondition(units <= Units.scalarCount)
    self.hidden = (0...inputs).map { input in
      var lanes = Units()
      for unit in 0..<units { lanes[unit] = hidden[unit * (inputs + 1) + input] }
      return lanes
    }
    var outputs = Units()
    for unit in 0..<units { outputs[unit] = output[unit] }
    self.outputs = outputs
    straight = Array(output[units...])
  }

  /// The log odds of speech.
  func logOdds(_ evidence: Evidence) -> Float {
    let values = evidence.values.span
    let hidden = hidden.span
    let straight = straight.span
    var sums = hidden[unchecked: values.count]
    var result = straight[unchecked: values.count]
    for index in values.indices {
      let value = values[unchecked: index]
      sums += hidden[unchecked: index] * value
      result += straight[unchecked: index] * value
    }
    for unit in 0..<Units.scalarCount {
      // tanh x = 2 / (1 + e^−2x) − 1
      result += outputs[unit] * (2 * ReproducibleMath.logistic(2 * sums[unit]) - 1)
    }
    return result
  }
}
