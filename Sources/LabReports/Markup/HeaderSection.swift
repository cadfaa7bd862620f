import LabAnalysis
import LabRecord
import LabTimeline

/// The head of the page: what was measured, when and how, whether to trust it, and the figure that matters
/// most.
enum HeaderSection {
  static func markup(_ report: RunReport, axes: CellAxes) -> String {
    let run = report.run
    return """
      <header>
      <p class="eyebrow">TurnLab latency report</p>
      <h1>\(HTMLText.escaped(run.plan.name))</h1>
      <dl class="facts">
      \(facts(report, axes: axes).map(fact).joined(separator: "\n"))
      </dl>
      \(shared(axes))\(banner(report))
      \(headline(report, axes: axes))
      </header>

      """
  }

  private static func fact(_ fact: (name: String, value: String)) -> String {
    "<div><dt>\(fact.name)</dt><dd>\(HTMLText.escaped(fact.value))</dd></div>"
  }

  private static func shared(_ axes: CellAxes) -> String {
    guard !axes.fixed.isEmpty else { return "" }
    let items = axes.fixed.map { "<span>\($0.name)</span> \(HTMLText.escaped($0.value))" }
    return "<p class=\"shared\">In every cell: \(items.joined(separator: ", "))</p>\n"
  }

  private static func facts(_ report: RunReport, axes: CellAxes) -> [(name: String, value: String)] {
    let run = report.run
    var facts = [
      ("Run", run.id), ("Mode", mode(run.mode)), ("Seed", "\(run.seed)"),
      ("Plan", String(run.plan.sha256.prefix(12))), ("Started", run.startedAt ?? "virtual time, no date"),
    ]
    if let arms = ArmSentence.text(report) { facts.append(("Arms", arms)) }
    if let baseline = run.baseline { facts.append(("Baseline plan", String(baseline.sha256.prefix(12)))) }
    if let shard = run.shard { facts.append(("Shard", "\(shard.index) of \(shard.count)")) }
    if let selection = run.selection { facts.append(("Selection", selection)) }
    let environment = run.environment
    let machine = [environment.host, environment.system, environment.processor].compactMap(\.self)
    if !machine.isEmpty { facts.append(("Machine", machine.joined(separator: ", "))) }
    if let version = environment.version { facts.append(("Version", version)) }
    return facts
  }

  private static func mode(_ mode: RunMode) -> String {
    switch mode {
    case .offline: "offline: virtual time, emulated providers"
    case .loopback: "loopback: real time, emulated providers"
    case .live: "live: real time, real providers"
    }
  }

  private static func banner(_ report: RunReport) -> String {
    let notes = RunNotes.all(report)
    let isGood = report.run.instrument.isValid && report.run.isComplete
    let verdict =
      switch (report.run.instrument.isValid, report.run.isComplete) {
      case (false, _): "Not valid"
      case (true, false): "Not complete"
      case (true, true): "Valid"
      }
    let list =
      notes.isEmpty
      ? ""
      : "<ul>\(notes.map { "<li>\(HTMLText.escaped($0))</li>" }.joined())</ul>"
    return """
      <div class="banner \(isGood ? "good" : "bad")" role="\(isGood ? "note" : "alert")">
      <p><strong>\(verdict)</strong> \(HTMLText.escaped(instrument(report.run)))\(warnings(report))</p>\(list)
      </div>
      """
  }

  /// How many warnings there are, with the way to them.
  private static func warnings(_ report: RunReport) -> String {
    let groups = WarningGroup.all(in: report, axes: CellAxes(report.cells.map(\.cell)))
    guard !groups.isEmpty else { return " No measurement warnings." }
    let counts = MeasurementWarning.Severity.allCases.reversed().compactMap { severity in
      let count = groups.count { $0.severity == severity }
      return count > 0 ? WarningSection.count(count, severity) : nil
    }
    return " <a href=\"#warnings\">\(counts.joined(separator: ", "))</a>"
  }

  /// The instrument's own error in one sentence.
  private static func instrument(_ run: RunReport.Run) -> String {
    guard run.mode != .offline else {
      return "Virtual time: the instrument adds nothing, and equal runs give equal figures."
    }
    var parts: [String] = []
    if let resolution = run.instrument.timerResolutionNanoseconds {
      parts.append("timer resolution \(resolution) ns")
    }
    for (name, spread) in [
      ("frame lateness", run.instrument.pacerLateness), ("loop lag", run.instrument.loopLag),
    ] {
      guard let spread else { continue }
      let values = [spread.p50, spread.p99, spread.max].map { FixedPoint.text($0, decimals: 2) }
      parts.append("\(name) \(values.joined(separator: " / ")) ms (p50 / p99 / max)")
    }
    let own = "Instrument: " + (parts.isEmpty ? "not measured" : parts.joined(separator: ", ")) + "."
    return run.instrument.calibration.map { own + " " + $0.sentence } ?? own
  }

  private static func headline(_ report: RunReport, axes: CellAxes) -> String {
    // The best and the worst are sought among what is measured, not among what it is held against.
    let medians = report.cells.filter { $0.cell.arm == .candidate }
      .compactMap { $0.summary(of: MetricCatalogue.voiceToVoice).p50 }
    let turns = report.cells.reduce(0) { $0 + $1.turns }
    let bad = report.cells.reduce(0) { $0 + $1.failed + $1.missed }
    var figures: [(value: String, unit: String, name: String)] = []
    if let least = medians.min(), let most = medians.max() {
      let isOne = medians.count == 1
      figures.append(
        (
          FixedPoint.milliseconds(least), "ms",
          isOne ? "median voice to voice" : "median voice to voice, best cell"
        ))
      if !isOne { figures.append((FixedPoint.milliseconds(most), "ms", "worst cell")) }
    }
    let baselines = report.cells.filter { $0.cell.arm == .baseline }
    if baselines.count == 1, let median = baselines[0].summary(of: MetricCatalogue.voiceToVoice).p50 {
      figures.append((FixedPoint.milliseconds(median), "ms", "its baseline"))
    }
    figures.append(("\(report.cells.count)", "", report.cells.count == 1 ? "cell" : "cells"))
    figures.append(("\(report.cells.reduce(0) { $0 + $1.conversations })", "", "conversations"))
    figures.append(("\(turns)", "", "turns"))
    figures.append((FixedPoint.percent(bad, of: turns), "", "failed or missed"))
    let items = figures.map {
      "<div><dd>\($0.value)\($0.unit.isEmpty ? "" : "<small> \($0.unit)</small>")</dd><dt>\($0.name)</dt></div>"
    }
    return "<dl class=\"headline\">\n\(items.joined(separator: "\n"))\n</dl>"
  }
}
