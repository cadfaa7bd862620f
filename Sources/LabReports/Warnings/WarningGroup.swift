import LabAnalysis
import LabRecord
import LabTimeline

/// Warnings of one kind and gravity in several places of a run, told once.
struct WarningGroup {
  /// Where something was seen, and what.
  struct Sighting {
    /// The cell or pair in words; empty when it is the whole run, or its only cell.
    var place: String
    var seen: String
  }

  let code: MeasurementWarning.Code
  let title: String
  let severity: MeasurementWarning.Severity
  let why: String
  let advice: String
  /// At least one, in the order of the cells.
  var sightings: [Sighting]

  /// All warnings of a report, grave ones first.
  static func all(in report: RunReport, axes: CellAxes) -> [WarningGroup] {
    var groups: [WarningGroup] = []
    for warning in report.allWarnings {
      let sighting = Sighting(place: place(of: warning, in: report, axes: axes), seen: warning.seen)
      let same = groups.firstIndex {
        $0.severity == warning.severity && $0.code == warning.code && $0.title == warning.title
      }
      if let same {
        groups[same].sightings.append(sighting)
      } else {
        groups.append(
          WarningGroup(
            code: warning.code, title: warning.title, severity: warning.severity, why: warning.why,
            advice: warning.advice, sightings: [sighting]))
      }
    }
    return groups
  }

  private static func place(of warning: MeasurementWarning, in report: RunReport, axes: CellAxes) -> String {
    func label(_ index: Int) -> String {
      report.cells.indices.contains(index) && !axes.varying.isEmpty
        ? axes.label(report.cells[index].cell) : ""
    }
    switch warning.scope {
    case .run: return ""
    case .cell(let index): return label(index)
    case .pair(let pair): return "\(label(pair.candidate)) against \(label(pair.baseline))"
    }
  }
}
