/// The network that judges the evidence: one hidden layer, with the evidence itself beside it.
///
/// A few hundred weights, trained by `scripts/detector/train.py`; see Documentation/vad.md.
struct EvidenceNetwork: Sendable {
  /// The hidden units side by side, and in the last lane the sum that leaves them out.
  private typealias Units = SIMD16<Float>
  private static let straight = Units.scalarCount - 1

  /// What every piece of evidence adds to the units, then what they begin with.
  private let hidden: [Units]
  /// The output's weight of every hidden unit.
  private let output: Units

  /// - Parameters:
  ///   - hidden: The hidden units' weights unit by unit, each followed by its bias.
  ///   - output: The output's weight of every hidden unit, then of every piece of evidence, then its bias.
  init(hidden: [Float], output: [Float]) {
    let inputs = Evidence.names.count
    let units = hidden.count / (inputs + 1)
    precondition(hidden.count == units * (inputs + 1) && output.count == units + inputs + 1)
    precondition(units <= Self.straight)
    self.hidden = (0...inputs).map { input in
      var row = Units.zero
      for unit in 0..<units { row[unit] = hidden[unit * (inputs + 1) + input] }
      row[Self.straight] = output[units + input]
      return row
    }
    var weights = Units.zero
    for unit in 0..<units { weights[unit] = output[unit] }
    self.output = weights
  }

  /// The log odds of speech.
  func logOdds(_ evidence: Evidence) -> Float {
    let values = evidence.values.span
    let hidden = hidden.span
    precondition(hidden.count == values.count + 1)
    var sums = hidden[unchecked: values.count]
    for index in values.indices { sums += hidden[unchecked: index] * values[unchecked: index] }
    // tanh x = 2 / (1 + e^−2x) − 1
    let active = 2 / (1 + ReproducibleMath.exp(-2 * sums)) - 1
    return Lanes.sum(of: active * output) + sums[Self.straight]
  }
}
