/// The network that judges the evidence: one hidden layer, with the evidence itself beside it.
///
/// A few hundred weights, trained by `scripts/detector/train.py`; see Documentation/vad.md.
struct EvidenceNetwork: Sendable {
  /// The hidden units' weights, input by input, so that all units are summed side by side; then their biases.
  private let hidden: [Float]
  /// The output's weight of every hidden unit, then of every piece of evidence, then its bias.
  private let output: [Float]
  /// The hidden units of the frame.
  private var sums: [Float]

  /// - Parameters:
  ///   - hidden: The hidden units' weights unit by unit, each followed by its bias.
  ///   - output: The output's weight of every hidden unit, then of every piece of evidence, then its bias.
  init(hidden: [Float], output: [Float]) {
    let inputs = Evidence.names.count
    let units = hidden.count / (inputs + 1)
    precondition(hidden.count == units * (inputs + 1) && output.count == units + inputs + 1)
    self.hidden = (0...inputs).flatMap { input in
      (0..<units).map { hidden[$0 * (inputs + 1) + input] }
    }
    self.output = output
    sums = Array(repeating: 0, count: units)
  }

  /// The log odds of speech.
  mutating func logOdds(_ evidence: Evidence) -> Float {
    Self.logOdds(evidence.values, hidden, output, &sums)
  }

  private static func logOdds(
    _ values: [Float], _ hidden: [Float], _ output: [Float], _ sums: inout [Float]
  ) -> Float {
    let values = values.span
    let hidden = hidden.span
    let output = output.span
    var sums = sums.mutableSpan
    let (units, inputs) = (sums.count, values.count)
    for unit in 0..<units { sums[unchecked: unit] = hidden[unchecked: inputs &* units &+ unit] }
    var result = output[unchecked: units &+ inputs]
    for index in 0..<inputs {
      let value = values[unchecked: index]
      result += output[unchecked: units &+ index] * value
      for unit in 0..<units {
        sums[unchecked: unit] += hidden[unchecked: index &* units &+ unit] * value
      }
    }
    for unit in 0..<units {
      // tanh x = 2 / (1 + e^−2x) − 1
      result += output[unchecked: unit] * (2 * ReproducibleMath.logistic(2 * sums[unchecked: unit]) - 1)
    }
    return result
  }
}
