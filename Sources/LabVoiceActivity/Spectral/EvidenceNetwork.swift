/// The network that judges the evidence: one hidden layer, with the evidence itself beside it.
///
/// A few hundred weights, trained by `scripts/detector/train.py`; see Documentation/vad.md.
struct EvidenceNetwork: Sendable {
  /// The hidden units' weights unit by unit, each followed by its bias.
  private let hidden: [Float]
  /// The output's weight of every hidden unit, then of every piece of evidence, then its bias.
  private let output: [Float]
  private let units: Int
  private let inputs: Int

  init(hidden: [Float], output: [Float]) {
    inputs = Evidence.names.count
    units = hidden.count / (inputs + 1)
    precondition(hidden.count == units * (inputs + 1) && output.count == units + inputs + 1)
    self.hidden = hidden
    self.output = output
  }

  /// The log odds of speech.
  func logOdds(_ evidence: Evidence) -> Float {
    let values = evidence.values.span
    let hidden = hidden.span
    let output = output.span
    var result = output[unchecked: units &+ inputs]
    for index in 0..<inputs { result += output[unchecked: units &+ index] * values[unchecked: index] }
    for unit in 0..<units {
      let start = unit &* (inputs &+ 1)
      var sum = hidden[unchecked: start &+ inputs]
      for index in 0..<inputs { sum += hidden[unchecked: start &+ index] * values[unchecked: index] }
      // tanh x = 2 / (1 + e^−2x) − 1
      result += output[unchecked: unit] * (2 * ReproducibleMath.logistic(2 * sum) - 1)
    }
    return result
  }
}
