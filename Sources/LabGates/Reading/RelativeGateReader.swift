import LabStatistics
import LabYAML

/// Reads the comparison with a baseline that a gate asks for.
enum RelativeGateReader {
  static func read(_ mapping: YAMLMapping) -> RelativeGate? {
    let baseline = mapping.optional("baseline").map(baseline) ?? .arm
    let statistic = mapping.optional("stat").map { $0.choice(of: RelativeGate.Statistic.self) }
    let rule = rule(mapping)
    mapping.finish()
    guard let baseline, let rule else { return nil }
    // A statistic that is wrong has its problem already.
    return RelativeGate(baseline: baseline, statistic: statistic ?? nil, rule: rule)
  }

  private static func baseline(_ value: YAMLValue) -> RelativeGate.Baseline? {
    guard let text = value.string() else { return nil }
    switch text {
    case "arm": return .arm
    case "run": return .run
    default:
      let name = text.dropFirst("history:".count)
      if text.hasPrefix("history:"), !name.isEmpty { return .history(String(name)) }
      let guess = Spelling.nearest(to: text, among: ["arm", "run"]).map { "; did you mean “\($0)”?" } ?? ""
      value.report("“baseline” cannot be “\(text)”; it is arm, run or history:NAME\(guess)")
      return nil
    }
  }

  private static func rule(_ mapping: YAMLMapping) -> RelativeRule? {
    let standard = RelativeRule()
    let limit = mapping.required("max").flatMap(Self.limit)
    let floorValue = mapping.optional("floor")
    let floor = floorValue.flatMap { Share.readPercent($0, called: "floor") }
    let alphaValue = mapping.optional("alpha")
    let alpha = alphaValue.map { Share.read($0, called: "alpha", below: 0.5) } ?? standard.alpha
    let power =
      mapping.optional("power").map { Share.read($0, called: "power", from: 0.5, below: 1) } ?? standard.power
    let range = 6...100_000
    let minimum = mapping.optional("n_min").map { $0.int(in: range) } ?? standard.minimumPairs
    let maximumValue = mapping.optional("n_max")
    let usual = max(standard.maximumPairs, minimum ?? 0)
    let maximum = maximumValue.map { $0.int(in: range) } ?? usual
    guard let limit, let alpha, let power, let minimum, let maximum else { return nil }
    if let floorValue, let floor, floor > limit / 2 + 1e-12 {
      floorValue.report(
        "“floor” is more than half of “max”; a slowdown of “max” would then often be taken for none")
    }
    if maximum < minimum { maximumValue?.report("“n_max” is \(maximum), less than “n_min” (\(minimum))") }
    if let alphaValue, alpha < leastProbability(of: maximum) {
      alphaValue.report(
        "“alpha” is \(alpha), which \(maximum) pairs can never reach; raise “alpha” or “n_max”")
    }
    return RelativeRule(
      limit: limit, floor: floor, alpha: alpha, power: power, minimumPairs: minimum,
      maximumPairs: maximum)
  }

  private static func limit(_ value: YAMLValue) -> Double? {
    guard let limit = Share.readPercent(value, called: "max") else { return nil }
    guard limit > 0, limit <= 10 else {
      value.report("“max” must be above 0 % and at most 1000 %")
      return nil
    }
    return limit
  }

  /// The least probability that a signed-rank test of so many pairs can give.
  private static func leastProbability(of pairs: Int) -> Double {
    pairs > 1000 ? 0 : (0..<pairs).reduce(1.0) { share, _ in share / 2 }
  }
}
