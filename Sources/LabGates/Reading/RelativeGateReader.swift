import LabStatistics
import LabYAML

/// Reads the comparison with a baseline that a gate asks for.
enum RelativeGateReader {
  static func read(_ mapping: YAMLMapping) -> RelativeGate? {
    let baseline = mapping.optional("baseline").map(Self.baseline) ?? .arm
    // A statistic that is wrong has its problem already.
    let statistic = mapping.optional("stat").flatMap { $0.choice(of: RelativeGate.Statistic.self) }
    let limit = mapping.required("max").flatMap { Self.limit($0, of: statistic) }
    let floorValue = mapping.optional("floor")
    let floor = floorValue.flatMap { Share.readPercent($0, called: "floor") }
    let alphaValue = mapping.optional("alpha")
    let alpha = alphaValue.map { Share.read($0, called: "alpha", below: 0.5) } ?? TestDesign.defaultAlpha
    let power = mapping.optional("power").map { Share.read($0, called: "power", from: 0.5, below: 1) } ?? 0.95
    let minimum = mapping.optional("n_min").flatMap { $0.int(in: pairs) }
    let maximumValue = mapping.optional("n_max")
    let maximum = maximumValue.flatMap { $0.int(in: pairs) }
    mapping.finish()
    guard let baseline, let limit, let alpha, let power else { return nil }
    let gate = RelativeGate(
      baseline: baseline, statistic: statistic, limit: limit, floor: floor, alpha: alpha, power: power,
      minimumPairs: minimum, maximumPairs: maximum)
    if let floorValue, let floor, floor > limit / 2 + 1e-12 {
      floorValue.report(
        "“floor” is more than half of “max”; a slowdown of “max” would then often be taken for none")
    }
    let least = gate.minimumPairs(of: statistic ?? .shift)
    let most = gate.maximumPairs(of: statistic ?? .shift)
    if most < least { maximumValue?.report("“n_max” is \(most), less than “n_min” (\(least))") }
    if statistic != .exact, let place = alphaValue ?? maximumValue, alpha < leastProbability(of: most) {
      place.report("“alpha” is \(alpha), which \(most) pairs can never reach; raise “alpha” or “n_max”")
    }
    return gate
  }

  private static let pairs = 1...100_000

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

  private static func limit(_ value: YAMLValue, of statistic: RelativeGate.Statistic?) -> Double? {
    guard let limit = Share.readPercent(value, called: "max") else { return nil }
    guard limit > 0 || statistic == .exact else {
      value.report("“max” is 0 %, which only “stat: exact” can hold a run to; write a change that matters")
      return nil
    }
    guard limit <= 10 else {
      value.report("“max” must be at most 1000 %")
      return nil
    }
    return limit
  }

  /// The least probability that a signed-rank test of so many pairs can give.
  private static func leastProbability(of pairs: Int) -> Double {
    pairs > 1000 ? 0 : (0..<pairs).reduce(1.0) { share, _ in share / 2 }
  }
}
