import LabStatistics
import LabTimeline

/// Do the tables ask for more than the samples can give?
enum SampleSizeDetector {
  static let definition = WarningDefinition(
    code: .tooFewSamples, title: "Too few samples",
    condition: "A cell has fewer values than a percentile or interval of the tables needs: p50 "
      + "\(Quantile.p50.minimumCount), p90 \(Quantile.p90.minimumCount), p95 \(Quantile.p95.minimumCount); the "
      + "intervals of voice to voice \(ClusterBootstrap.minimumClusters) conversations and, for the median "
      + "\(IntervalSupport.minimumCount(for: 0.5)), for p90 \(IntervalSupport.minimumCount(for: 0.9)) values.",
    severity: .note,
    why:
      "A figure that so few values cannot support is left out: a dash is no zero, and what remains moves a lot "
      + "from run to run.",
    advice: "Raise repeats in the plan, or add conversations to the corpus.")

  static func warnings(in evidence: RunEvidence) -> [MeasurementWarning] {
    evidence.cells.compactMap { cell in
      guard cell.report.turns > 0 else { return nil }
      let sentences = percentiles(cell.report) + intervals(cell)
      guard !sentences.isEmpty else { return nil }
      return MeasurementWarning(definition, scope: .cell(cell.index), seen: sentences.joined(separator: " "))
    }
  }

  /// Percentiles that lack values, those with the same shortage in one sentence.
  private static func percentiles(_ cell: CellReport) -> [String] {
    let columns: [(name: String, needed: Int)] = [
      ("p50", Quantile.p50.minimumCount), ("p90", Quantile.p90.minimumCount),
      ("p95", Quantile.p95.minimumCount),
    ]
    var sentences: [(needs: [String], shortage: String)] = []
    for column in columns {
      let short = LatencyTarget.all.compactMap { target -> String? in
        let n = cell.summary(of: target.metric).n
        return n > 0 && n < column.needed ? "\(target.title) has \(n)" : nil
      }
      guard !short.isEmpty else { continue }
      let shortage = short.joined(separator: ", ")
      if sentences.last?.shortage == shortage {
        sentences[sentences.count - 1].needs.append("\(column.name) \(column.needed)")
      } else {
        sentences.append((["\(column.name) needs \(column.needed) values"], shortage))
      }
    }
    return sentences.map { "\($0.needs.joined(separator: ", ")); \($0.shortage)." }
  }

  private static func intervals(_ cell: RunEvidence.CellEvidence) -> [String] {
    let summary = cell.report.summary(of: MetricCatalogue.voiceToVoice)
    let conversations = cell.conversations.count { $0.contains { $0.voiceToVoice != nil } }
    guard summary.n > 0 else { return [] }
    guard conversations >= ClusterBootstrap.minimumClusters else {
      return [
        "The intervals of voice to voice need \(ClusterBootstrap.minimumClusters) conversations; there "
          + "\(conversations == 1 ? "is 1" : "are \(conversations)")."
      ]
    }
    let needed = [("p50", 0.5), ("p90", 0.9)].compactMap { name, probability in
      let count = IntervalSupport.minimumCount(for: probability)
      return summary.n < count ? "\(name) \(count)" : nil
    }
    guard !needed.isEmpty else { return [] }
    let text = needed.joined(separator: ", that of ").replacing(" ", with: " needs ", maxReplacements: 1)
    return [
      "Of voice to voice there are \(summary.n) values; the interval of \(text)."
    ]
  }
}
