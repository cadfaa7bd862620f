public import LabAnalysis
import LabStatistics
import LabTimeline

extension CellComparison {
  /// One metric in one or two sentences, which claim no more than the data do.
  public func sentence(for metric: MetricComparison) -> String {
    let name = Self.name(of: metric.metric)
    guard metric.hasValues else {
      return
        "\(name) cannot be compared: no \(isPaired ? "pair of turns has a value on both sides" : "value stands on one side")."
    }
    var text: String
    if isExact, let movement = metric.movement {
      text = Self.exact(name, metric, movement)
    } else {
      text = Self.estimated(name, metric, conversations: conversations)
    }
    if metric.metric == MetricCatalogue.voiceToVoice, let origin = origin(of: metric) { text += " " + origin }
    return text
  }

  /// Where the change comes from; `nil` when there is none to speak of, or none that is certain.
  private func origin(of metric: MetricComparison) -> String? {
    guard let attribution, attribution.totalNanoseconds != 0 else { return nil }
    let leading = attribution.leading
    guard isExact || metric.isCertain, let first = leading.first else { return nil }
    if isExact, leading.count == 1, first.totalNanoseconds == attribution.totalNanoseconds {
      return "\(Self.title(first)) explains all of it\(Self.alike(first))."
    }
    let parts = leading.map { stage in
      "\(Self.title(stage)) explains \(ChangeText.signedMilliseconds(stage.meanMilliseconds))"
        + (isExact ? Self.alike(stage) : "")
    }
    return "Of the mean change of \(ChangeText.signedMilliseconds(attribution.meanMilliseconds)), "
      + Self.joined(parts) + "."
  }

  private static func title(_ stage: StageChange) -> String {
    stage.owner == .unattributed ? "time that nobody owns" : "\(stage.name) (owner \(stage.owner.rawValue))"
  }

  private static func alike(_ stage: StageChange) -> String {
    guard let change = stage.movement.uniformChange else { return "" }
    return " (\(ChangeText.exactPercent(abs(change))) \(direction(change)) in every pair)"
  }

  private static func joined(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  static func direction(_ change: Double) -> String { change > 0 ? "slower" : "faster" }

  static func name(of metric: LatencyMetric) -> String {
    metric == MetricCatalogue.voiceToVoice ? "Voice to voice" : metric.id
  }
}

// MARK: - Virtual time

extension CellComparison {
  /// What is known without an error: every pair can be looked at.
  private static func exact(_ name: String, _ metric: MetricComparison, _ movement: Movement) -> String {
    let pairs = metric.baseline.n
    guard movement.moved > 0 else {
      return "\(name) is exactly the same in \(pairs == 1 ? "the one pair" : "all \(pairs) pairs")."
    }
    if let change = movement.uniformChange {
      return "\(name) is \(ChangeText.exactPercent(abs(change))) \(direction(change)) in every one of "
        + "\(pairs) pairs, exactly."
    }
    if let change = movement.uniformMilliseconds {
      return "\(name) is \(ChangeText.exactMilliseconds(abs(change))) \(direction(change)) in every one of "
        + "\(pairs) pairs, exactly."
    }
    let moved: String
    switch (movement.slower, movement.faster) {
    case (let slower, 0): moved = "slower in \(slower)"
    case (0, let faster): moved = "faster in \(faster)"
    case (let slower, let faster): moved = "slower in \(slower) and faster in \(faster)"
    }
    return "\(name) is \(moved) of \(pairs) pairs\(typically(metric)); in virtual time this is exact."
  }

  private static func typically(_ metric: MetricComparison) -> String {
    guard let change = metric.milliseconds?.estimate else { return "" }
    guard change != 0 else { return ", typically neither" }
    let relative = metric.relative.map { " (\(ChangeText.signedPercent($0.estimate)))" } ?? ""
    return ", typically \(ChangeText.signedMilliseconds(change))\(relative)"
  }
}

// MARK: - Estimates

extension MetricComparison {
  /// What the interval is of: the relative change where there is one.
  var shift: LatencyShift? { relative ?? milliseconds }

  /// Whether the interval leaves out no change.
  var isCertain: Bool { shift?.interval.map { !$0.contains(0) } ?? false }
}

extension CellComparison {
  /// Differences beyond it are so large that their bound says little.
  private static let uselessBound = 0.1

  private static func estimated(
    _ name: String, _ metric: MetricComparison, conversations: Int
  ) -> String {
    guard let shift = metric.shift else {
      return "\(name) has no shift to give: one side lost so many turns that it has no bound."
    }
    guard let interval = shift.interval else { return withoutInterval(name, metric, shift, conversations) }
    func range(_ interval: ConfidenceInterval) -> String {
      metric.relative == nil ? ChangeText.milliseconds(interval) : ChangeText.percent(interval)
    }
    guard interval.contains(0) else {
      let isSlower = shift.estimate > 0
      let outward =
        isSlower
        ? interval
        : ConfidenceInterval(lower: -interval.upper, upper: -interval.lower, level: interval.level)
      let absolute =
        metric.relative == nil
        ? "" : metric.milliseconds.map { ", typically \(ChangeText.milliseconds(abs($0.estimate)))" } ?? ""
      return "\(name) is \(size(metric, shift.estimate)) \(direction(shift.estimate)) "
        + "(95 % interval \(range(outward)))\(absolute)."
    }
    let bound = max(-interval.lower, interval.upper)
    guard metric.relative == nil || bound <= uselessBound else {
      return
        "Whether \(name == "Voice to voice" ? "voice to voice" : name) changed is left open: anything from "
        + "\(size(metric, interval.lower)) faster to \(size(metric, interval.upper)) slower is compatible "
        + "with the data."
    }
    return "\(name) shows no clear change: no difference larger than \(size(metric, bound)) is compatible "
      + "with the data (95 % interval \(range(interval)))."
  }

  private static func withoutInterval(
    _ name: String, _ metric: MetricComparison, _ shift: LatencyShift, _ conversations: Int
  ) -> String {
    let seen =
      shift.estimate == 0
      ? "shows no change" : "looks \(size(metric, shift.estimate)) \(direction(shift.estimate))"
    let lost = metric.lostOnBaseline + metric.lostOnCandidate
    let reason =
      lost > 0
      ? "\(lost) lost \(lost == 1 ? "turn leaves" : "turns leave") no bound to how far chance may go"
      : "\(counted(metric, conversations)) too few to say how far chance may go"
    return "\(name) \(seen), but \(reason)."
  }

  private static func counted(_ metric: MetricComparison, _ conversations: Int) -> String {
    let turns =
      metric.isPaired
      ? (metric.baseline.n == 1 ? "1 pair" : "\(metric.baseline.n) pairs")
      : "\(metric.baseline.n) and \(metric.candidate.n) turns"
    return "\(turns) from \(conversations) \(conversations == 1 ? "conversation" : "conversations") are"
  }

  /// A change without its sign, in the unit of the metric's shift.
  private static func size(_ metric: MetricComparison, _ change: Double) -> String {
    metric.relative == nil ? ChangeText.milliseconds(abs(change)) : ChangeText.percent(abs(change))
  }
}
