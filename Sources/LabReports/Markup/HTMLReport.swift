public import LabAnalysis
import LabRecord
import LabTimeline

/// `report.html`: one file that needs nothing else, for reading, printing and sending on.
///
/// All figures are in the markup; the script only sorts tables.
public enum HTMLReport {
  /// The file.
  ///
  /// - Parameter sections: Parts made elsewhere, which stand in front of the latencies.
  public static func bytes(_ analysis: RunAnalysis, sections: [ReportSection] = []) -> [UInt8] {
    Array(text(analysis, others: sections).utf8)
  }

  private static func text(_ analysis: RunAnalysis, others: [ReportSection]) -> String {
    let report = analysis.report
    let axes = CellAxes(report.cells.map(\.cell))
    let sections = ReportContents.sections(of: analysis, others: others).filter { $0.page != .nothing }
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(HTMLText.escaped(report.run.plan.name)) · TurnLab</title>
      <style>
      \(StyleSheet.text)</style>
      </head>
      <body>
      <main>
      \(HeaderSection.markup(report, axes: axes))\(contents(sections))
      \(sections.enumerated().compactMap { $1.markup(number: $0 + 1) }.joined())</main>
      <footer>Made by turnlab from record.jsonl. The same figures stand in report.json, cells.csv and turns.csv.</footer>
      \(patterns)
      <script>
      \(SortingScript.text)</script>
      </body>
      </html>

      """
  }

  private static func contents(_ sections: [ReportSection]) -> String {
    let items = sections.map { "<li><a href=\"#\($0.anchor)\">\(HTMLText.escaped($0.title))</a></li>" }
    return "<nav aria-label=\"Contents\"><ol>\(items.joined())</ol></nav>"
  }

  /// The hatching of what nobody owns, which must not look like an owner.
  private static let patterns = """
    <svg width="0" height="0" aria-hidden="true"><defs>\
    <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
    <rect class="hatch-ground" width="6" height="6"/><rect class="hatch-line" width="2" height="6"/>\
    </pattern></defs></svg>
    """
}
