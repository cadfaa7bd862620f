import LabTimeline

extension LatencyModel {
  /// Everything that makes the model impossible, each as a phrase for the reader of a plan; empty when it is
  /// fine.
  public func validate() -> [String] {
    switch self {
    case .fixed(let duration):
      return Self.check(duration, "a fixed latency")
    case .uniform(let low, let high):
      let order = low > high ? ["min \(Self.text(low)) is greater than max \(Self.text(high))"] : []
      return Self.check(low, "min") + Self.check(high, "max") + order
    case .normal(let mean, let deviation):
      return Self.check(mean, "the mean") + Self.check(deviation, "the standard deviation")
    case .lognormal(let median, let sigma):
      let valid = sigma >= 0 && sigma <= 5
      return Self.check(median, "the median")
        + (valid ? [] : ["sigma is \(sigma); it has to be from 0 to 5"])
    case .gamma(let shape, let mean):
      let valid = shape > 0 && shape <= 1e6
      return (valid ? [] : ["the shape is \(shape); it has to be above 0 and at most 1000000"])
        + Self.check(mean, "the mean")
    case .empirical(let values):
      if values.isEmpty { return ["the list of measured values is empty"] }
      return values.enumerated().flatMap { Self.check($1, "value \($0 + 1)") }
    case .mixture(let shares):
      return Self.check(shares)
    case .changed(let model, _):
      return model.validate()
    }
  }

  private static func check(_ shares: [Share]) -> [String] {
    if shares.isEmpty { return ["the mixture is empty"] }
    var problems: [String] = []
    for (index, share) in shares.enumerated() {
      let part = "part \(index + 1) of the mixture"
      if !(share.weight >= 0 && share.weight.isFinite) {
        problems.append("\(part): the weight is \(share.weight); it has to be 0 or more")
      }
      problems += share.model.validate().map { "\(part): \($0)" }
    }
    if !shares.contains(where: { $0.weight > 0 }) {
      problems.append("the weights of the mixture sum to 0; at least one has to be above 0")
    }
    return problems
  }

  private static func check(_ duration: Duration, _ what: String) -> [String] {
    if duration < .zero { return ["\(what) is \(text(duration)); it has to be 0 or more"] }
    if duration > longest { return ["\(what) is \(text(duration)); it has to be at most \(text(longest))"] }
    return []
  }

  private static func text(_ duration: Duration) -> String { "\(duration.milliseconds) ms" }
}
