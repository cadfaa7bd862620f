import LabYAML

/// Reads what decides when conversations begin: `arrival: closed` or
/// `arrival: {open: {per_minute: …, spacing: …}}`.
enum ArrivalReader {
  /// - Returns: The arrival; a closed one, beside the problems, when the value is wrong.
  static func read(_ value: YAMLValue) -> RunPlan.Arrival {
    guard value.isMapping, let mapping = value.mapping() else {
      if !value.isText || value.string() != "closed" {
        value.report(
          "“arrival” must be closed, or open with a rate, such as {open: {per_minute: 120, spacing: poisson}}"
        )
      }
      return .closed
    }
    let open = mapping.mapping("open")
    mapping.finish()
    guard let open else { return .closed }
    let rate = open.double("per_minute", in: RunPlan.Arrival.rates)
    let spacing = open.optional("spacing")?.choice(of: RunPlan.Arrival.Spacing.self) ?? .poisson
    open.finish()
    return rate.map { .open(perMinute: $0, spacing: spacing) } ?? .closed
  }
}
