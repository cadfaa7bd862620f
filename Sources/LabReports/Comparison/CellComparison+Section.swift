public import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline

extension CellComparison {
  /// The comparison as people read it.
  ///
  /// - Parameter id: Tells it apart from others on one page.
  public func section(id: String) -> ReportSection {
    var tables = [latencyTable]
    if let attribution, attribution.totalNanoseconds != 0 || attribution.movement.moved > 0 {
      tables.append(Self.table(of: attribution))
    }
    return ReportSection(
      id: id, title: "Comparison: \(title)", paragraphs: [sides, headline], tables: tables,
      notes: otherSentences + notes)
  }

  /// What the two cells differ in, or what they are when they differ in nothing that a cell names.
  private var title: String {
    let (baseline, candidate) = (match.baseline.cell, match.candidate.cell)
    let differing = Cell.axes.filter { $0.value(baseline) != $0.value(candidate) && $0.name != "arm" }
    guard differing.isEmpty else {
      return differing.map { "\($0.value(candidate)) against \($0.value(baseline))" }.joined(separator: ", ")
    }
    return candidate.services.joined(separator: " · ")
  }

  private var sides: String {
    let turns = selection == .all ? "" : "\(selection.rawValue) turns only, "
    let extent =
      isPaired
      ? "\(pairs) \(pairs == 1 ? "pair" : "pairs") of turns from \(conversations) "
        + "\(conversations == 1 ? "conversation" : "conversations")"
      : "\(lost.baselineTurns) and \(lost.candidateTurns) turns, not paired"
    return "Baseline: \(match.baseline.cell.name) (\(match.baseline.runName)). "
      + "Candidate: \(match.candidate.cell.name) (\(match.candidate.runName)). "
      + "Mode \(match.baseline.run.mode.rawValue), \(turns)\(extent)."
  }

  /// The sentence of the first metric, voice to voice as a rule.
  public var headline: String {
    metrics.first.map(sentence) ?? "No latency has values on both sides, so there is nothing to compare."
  }

  /// The sentences of the other metrics that have something to say.
  private var otherSentences: [String] {
    metrics.dropFirst().filter { $0.isCertain || (isExact && $0.movement?.moved ?? 0 > 0) || !$0.hasValues }
      .map(sentence)
  }

  private var latencyTable: ReportSection.Table {
    let header = [
      "metric", "n", "baseline p50", "candidate p50", "baseline p90", "candidate p90", "change",
      "95 % interval",
      "change in ms", "95 % interval", "p",
    ]
    return ReportSection.Table(
      caption:
        "Latencies in milliseconds; a change above zero is slower. A dash: no value, or too few for the figure.",
      header: header, leftColumns: 1, rows: metrics.map(Self.row))
  }

  /// What stands above `summaryRow`.
  static let summaryHeader = [
    "n", "baseline p50", "candidate p50", "change", "95 % interval", "change in ms", "95 % interval", "p",
  ]

  /// The first metric, voice to voice as a rule, in one row.
  var summaryRow: [String] {
    guard let metric = metrics.first else { return Self.summaryHeader.map { _ in FixedPoint.none } }
    return Self.extent(metric) + Self.change(metric)
  }

  private static func row(_ metric: MetricComparison) -> [String] {
    [metric.metric.id] + extent(metric)
      + [FixedPoint.milliseconds(metric.baseline.p90), FixedPoint.milliseconds(metric.candidate.p90)]
      + change(metric)
  }

  /// How many values there are, and the medians of both sides.
  private static func extent(_ metric: MetricComparison) -> [String] {
    [
      metric.isPaired ? "\(metric.baseline.n)" : "\(metric.baseline.n) / \(metric.candidate.n)",
      FixedPoint.milliseconds(metric.baseline.p50), FixedPoint.milliseconds(metric.candidate.p50),
    ]
  }

  private static func change(_ metric: MetricComparison) -> [String] {
    [
      metric.relative.map { ChangeText.signedPercent($0.estimate) } ?? FixedPoint.none,
      metric.relative?.interval.map { ChangeText.percent($0) } ?? FixedPoint.none,
      metric.milliseconds.map { ChangeText.signedMilliseconds($0.estimate) } ?? FixedPoint.none,
      metric.milliseconds?.interval.map { ChangeText.milliseconds($0) } ?? FixedPoint.none,
      metric.probability.map(ChangeText.probability) ?? FixedPoint.none,
    ]
  }

  private static func table(of attribution: ChangeAttribution) -> ReportSection.Table {
    let moving = attribution.stages.filter { $0.movement.moved > 0 }
    let rows = moving.map { stage in
      [
        stage.name, stage.owner.rawValue, ChangeText.signedMilliseconds(stage.meanMilliseconds),
        ChangeText.signedMilliseconds(stage.medianMilliseconds),
        stage.share.map(ChangeText.wholePercent) ?? FixedPoint.none,
        "\(stage.movement.moved) of \(attribution.pairs)",
        stage.movement.uniformChange.map { ($0 > 0 ? "+" : "") + ChangeText.exactPercent($0) }
          ?? FixedPoint.none,
      ]
    }
    let whole = [
      "turn.v2v", "", ChangeText.signedMilliseconds(attribution.meanMilliseconds), FixedPoint.none,
      attribution.totalNanoseconds == 0 ? FixedPoint.none : "100 %",
      "\(attribution.movement.moved) of \(attribution.pairs)",
      attribution.movement.uniformChange.map { ($0 > 0 ? "+" : "") + ChangeText.exactPercent($0) }
        ?? FixedPoint.none,
    ]
    return ReportSection.Table(
      caption: "Where the change comes from: mean changes of the parts sum to that of voice to voice.",
      header: ["part", "owner", "mean change", "median change", "share", "pairs moved", "alike in all"],
      leftColumns: 2, rows: rows + [whole])
  }
}
