import LabYAML

/// Reads probabilities and percentages.
enum Share {
  /// Reads `5%` or `5 %` as 0.05. A number without its sign is a problem: 5 and 0.05 could both be meant.
  static func readPercent(_ value: YAMLValue, called name: String) -> Double? {
    guard let text = value.scalarText() else { return nil }
    guard let parts = text.wholeMatch(of: #/([0-9]+(?:\.[0-9]+)?)\s*%/#), let number = Double(parts.1) else {
      value.report("“\(name)” is “\(text)”; write it in per cent with the sign, such as 5%")
      return nil
    }
    return number / 100
  }

  /// Reads a probability, as a fraction (`0.005`) or in per cent (`0.5%`), above zero and below a bound.
  static func read(_ value: YAMLValue, called name: String, from lowest: Double = 0, below bound: Double)
    -> Double?
  {
    guard let text = value.scalarText() else { return nil }
    let share = text.contains("%") ? readPercent(value, called: name) : value.double()
    guard let share else { return nil }
    guard share > 0, share >= lowest, share < bound else {
      let least = lowest > 0 ? "at least \(lowest)" : "above 0"
      value.report("“\(name)” is \(text); it must be \(least) and below \(bound == 1 ? "1" : "\(bound)")")
      return nil
    }
    return share
  }
}
