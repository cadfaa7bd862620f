import LabAnalysis
import LabCost
import LabRecord
import LabStatistics
import LabTimeline

/// Holds a cell against the absolute limits of a gate.
struct BudgetJudge {
  let gate: Gate
  let cell: ComparedCell
  /// How much the memory of the program grew over the run; `nil` when it was not read.
  let memoryGrowthMegabytes: Double?
  /// The turns that count, by conversation, in the order of work.
  private let conversations: [[MeasuredTurn]]
  private let counts: TurnCounts

  private var turns: Int { conversations.reduce(0) { $0 + $1.count } }

  init(gate: Gate, cell: ComparedCell, memoryGrowthMegabytes: Double?) {
    self.gate = gate
    self.cell = cell
    self.memoryGrowthMegabytes = memoryGrowthMegabytes
    conversations = cell.conversations(turns: gate.turns)
    if gate.turns == .all {
      counts = cell.report.counts
    } else {
      counts = conversations.joined().reduce(into: TurnCounts()) { $0.add($1.counts) }
    }
  }

  func judge(_ budget: Budget) -> BudgetJudgement {
    switch budget.quantity {
    case .latency(let metric, let statistic): latency(metric, statistic, budget)
    case .count(let name): compared(Double(count(name)), budget, n: turns)
    case .rate(let rate): self.rate(rate, budget)
    case .errorRate: errorRate(budget)
    case .usdPerHour: cost(cell.report.cost.usdPerHour, budget)
    case .usdTotal: cost(cell.report.cost.usdTotal, budget)
    case .memoryGrowth: memoryGrowth(budget)
    }
  }

  private func count(_ name: String) -> Int {
    TurnCounts.all.first { $0.name == name }.map { counts[keyPath: $0.path] } ?? 0
  }

  private func rate(_ rate: CountRate, _ budget: Budget) -> BudgetJudgement {
    let whole = rate.whole.isEmpty ? turns : rate.whole.reduce(0) { $0 + count($1) }
    guard whole > 0 else {
      let noun = rate.whole.joined(separator: " and ").replacing("_", with: " ")
      return missing(budget, "There were no \(noun), so there is no \(rate.name) to judge.", n: turns)
    }
    let part = rate.parts.reduce(0) { $0 + count($1) }
    return compared(Double(part) / Double(whole), budget, n: turns, detail: " (\(part) of \(whole))")
  }

  private func errorRate(_ budget: Budget) -> BudgetJudgement {
    let bad = conversations.joined().count { $0.hasFailed }
    return compared(
      Double(bad) / Double(turns), budget, n: turns,
      detail: " (\(bad) of \(turns) turns failed or were missed)")
  }

  private func cost(_ value: Dollars?, _ budget: Budget) -> BudgetJudgement {
    if let value { return compared(value.approximation, budget, n: turns) }
    guard !cell.report.cost.unpriced.isEmpty else {
      return missing(budget, "The cell has no conversation, so there is no cost per hour.", n: turns)
    }
    let unpriced = cell.report.cost.unpriced.joined(separator: ", ")
    return missing(budget, "The cost of this cell is not known: there is no price for \(unpriced).", n: turns)
  }

  private func memoryGrowth(_ budget: Budget) -> BudgetJudgement {
    if let value = memoryGrowthMegabytes { return compared(value, budget, n: turns) }
    return missing(
      budget, "The run did not read how much its memory grew, so there is nothing to hold to the limit.",
      n: turns)
  }

  private func missing(_ budget: Budget, _ reason: String, n: Int) -> BudgetJudgement {
    judgement(budget, n: n, Finding(.error, reason, obstacle: .missing))
  }

  /// Holds a value that is exact as far as the run goes against its limit.
  private func compared(_ value: Double, _ budget: Budget, n: Int, detail: String = "") -> BudgetJudgement {
    let unit = budget.quantity.unit
    let holds = budget.comparison.holds(value, budget.limit)
    let subject = "\(budget.quantity.name) is \(Figure.text(value, unit, beside: budget.limit))\(detail)"
    return judgement(
      budget, value: value, n: n, Finding(holds ? .pass : .fail, sentence(subject, budget, holds: holds)))
  }

  private func sentence(_ subject: String, _ budget: Budget, holds: Bool) -> String {
    let limit = "\(budget.comparison.rawValue) \(Figure.text(budget.limit, budget.quantity.unit))"
    return holds
      ? "\(subject), within the budget of \(limit)." : "\(subject), which breaks the budget of \(limit)."
  }

  private func judgement(
    _ budget: Budget, value: Double? = nil, interval: ConfidenceInterval? = nil, n: Int,
    neededTurns: Int? = nil, _ finding: Finding
  ) -> BudgetJudgement {
    BudgetJudgement(
      text: budget.text, quantity: budget.quantity.name, unit: budget.quantity.unit, limit: budget.limit,
      value: value, interval: interval,
      n: n, neededTurns: neededTurns, finding: finding)
  }
}

extension BudgetJudge {
  private func latency(
    _ metric: LatencyMetric, _ statistic: Budget.Statistic, _ budget: Budget
  ) -> BudgetJudgement {
    let values = conversations.map { turns in turns.compactMap { $0.milliseconds(of: metric) } }
    let sample = Sample(values.joined())
    if statistic == .n { return compared(Double(sample.count), budget, n: sample.count) }
    guard sample.count > 0 else { return missing(budget, cell.absence(of: metric, in: conversations), n: 0) }
    switch statistic.probability {
    case let probability?:
      return percentile(Quantile(probability), of: sample, values, metric, budget)
    case nil:
      let value = statistic == .max ? sample.maximum : sample.mean
      return compared(value ?? .nan, budget, n: sample.count, detail: " over \(sample.count) turns")
    }
  }

  private func percentile(
    _ quantile: Quantile, of sample: Sample, _ clusters: [[Double]], _ metric: LatencyMetric, _ budget: Budget
  ) -> BudgetJudgement {
    let name = budget.quantity.name
    guard let value = quantile.reported(ofSorted: sample.sorted) else {
      return judgement(
        budget, n: sample.count, neededTurns: quantile.minimumCount,
        Finding(
          .error,
          "\(name) needs \(quantile.minimumCount) turns and there are \(sample.count): this budget cannot see "
            + "what it asks for.", obstacle: .cannotSee))
    }
    let interval = interval(of: quantile, in: clusters, metric)
    let holds = budget.comparison.holds(value, budget.limit)
    let figure = Figure.text(value, .milliseconds, beside: budget.limit)
    let subject =
      "\(name) is \(figure)\(Self.text(interval, beside: budget.limit)) over \(sample.count) turns"
    guard gate.needsBudgetConfidence else {
      return judgement(
        budget, value: value, interval: interval, n: sample.count,
        Finding(holds ? .pass : .fail, sentence(subject, budget, holds: holds)))
    }
    return confident(quantile, value, interval, subject, budget, holds: holds, n: sample.count)
  }

  /// Decides only when the whole interval lies on one side of the limit.
  private func confident(
    _ quantile: Quantile, _ value: Double, _ interval: ConfidenceInterval?, _ subject: String,
    _ budget: Budget, holds: Bool, n: Int
  ) -> BudgetJudgement {
    guard let interval else {
      let needed = IntervalSupport.minimumCount(for: quantile.probability)
      let reason =
        "\(subject), but its 95 % interval needs \(needed) turns of at least "
        + "\(ClusterBootstrap.minimumClusters) conversations, so nothing is shown yet."
      return judgement(
        budget, value: value, n: n, neededTurns: max(needed, n + 1), Finding(.inconclusive, reason))
    }
    let ends = [interval.lower, interval.upper].map { budget.comparison.holds($0, budget.limit) }
    guard ends[0] == ends[1] else {
      let limit = Figure.milliseconds(budget.limit)
      let reason =
        "\(subject); the interval reaches over the limit of \(limit), so neither side is shown. "
        + "More turns make it narrower."
      return judgement(budget, value: value, interval: interval, n: n, Finding(.inconclusive, reason))
    }
    return judgement(
      budget, value: value, interval: interval, n: n,
      Finding(ends[0] ? .pass : .fail, sentence(subject, budget, holds: holds)))
  }

  /// The interval as the report of the run computes it, from the same draws.
  private func interval(
    of quantile: Quantile, in clusters: [[Double]], _ metric: LatencyMetric
  ) -> ConfidenceInterval? {
    let count = clusters.reduce(0) { $0 + $1.count }
    guard IntervalSupport.isEnough(count, for: quantile.probability) else { return nil }
    let generator = SeededGenerator(seed: cell.run.seed).derived(name: cell.cell.name)
      .derived(name: metric.key)
    return ClusterBootstrap(generator: generator, resamples: 1000).intervals(of: [quantile], in: clusters)[0]
  }

  private static func text(_ interval: ConfidenceInterval?, beside limit: Double) -> String {
    interval.map { " (95 % interval \(Figure.range($0, beside: limit)))" } ?? ""
  }
}

extension ComparedCell {
  /// The turns that count, by conversation, in the order of work.
  func conversations(turns selection: TurnSelection) -> [[MeasuredTurn]] {
    var conversations: [[MeasuredTurn]] = []
    var position: Int?
    for turn in turns where turn.discarded == nil && selection.contains(turn.turn) {
      if turn.conversation.position != position { conversations.append([]) }
      position = turn.conversation.position
      conversations[conversations.count - 1].append(turn)
    }
    return conversations
  }

  /// Why no turn has a value of a metric.
  func absence(of metric: LatencyMetric, in conversations: [[MeasuredTurn]]) -> String {
    var reasons: [String: Int] = [:]
    for turn in conversations.joined() {
      if case .missing(let reason) = turn.measurement(of: metric) { reasons[reason, default: 0] += 1 }
    }
    let list = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) in \($0.value)" }.joined(separator: ", ")
    return "None of the turns has a \(metric.id) (\(list)), so there is nothing to judge."
  }
}

extension MeasuredTurn {
  /// The turn's answer to a question of the catalogue.
  func measurement(of metric: LatencyMetric) -> LatencyMetric.Measurement {
    guard let index = MetricCatalogue.all.firstIndex(of: metric) else {
      return .missing("not in the catalogue")
    }
    return measurements[index]
  }

  /// The value in milliseconds; `nil` when there is none.
  func milliseconds(of metric: LatencyMetric) -> Double? {
    measurement(of: metric).value.map { Double($0.nanoseconds) / 1e6 }
  }
}
