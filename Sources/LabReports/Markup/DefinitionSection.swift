import LabTimeline

/// How the numbers are made, from the catalogue that makes them.
enum DefinitionSection {
  static func section() -> ReportSection {
    let groups = LatencyMetric.Group.allCases.map { group in
      let entries = MetricCatalogue.all.filter { $0.group == group }.map(entry)
      return
        "<h3>\(MetricReference.title(of: group))</h3>\n<dl class=\"definitions\">\n\(entries.joined())</dl>\n"
    }
    let lead =
      "Every latency is the time between two facts of a turn’s record. A turn that lacks one of them has no "
      + "value: it is counted as missing, never as zero. Negative values keep their sign. A quantile stands only "
      + "where at least one value is expected above it. Intervals come from resampling whole conversations."
    return ReportSection(
      id: "definitions", title: "How these numbers are made",
      page: .made(ReportSection.lead(lead) + groups.joined()), summary: .nothing)
  }

  private static func entry(_ metric: LatencyMetric) -> String {
    """
    <div><dt>\(HTMLText.escaped(metric.id))</dt>\
    <dd>\(HTMLText.escaped(metric.summary))\
    <span class="span">\(HTMLText.escaped(metric.start.text)) → \(HTMLText.escaped(metric.end.text))</span>\
    <span class="note">\(HTMLText.escaped(metric.note))</span></dd></div>

    """
  }
}
