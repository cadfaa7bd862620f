import Foundation
import LabAudio

/// What a corpus holds, as a table for the terminal.
struct CorpusTable {
  let summary: CorpusSummary

  var text: String {
    let header = ["conversation", "workload", "utterances", "interruptions", "pauses", "audio s", "speech s"]
    let rows = summary.conversations.map { row($0.id, $0.workload, $0.figures) }
    let conversations = counted(summary.conversations.count, "conversation")
    let title = "\(summary.name): \(conversations) at \(summary.sampleRate.hertz) Hz"
    return ([title, ""] + aligned([header] + rows + [row("all", "", summary.total)])).joined(separator: "\n")
  }

  private func row(_ name: String, _ workload: String, _ figures: CorpusSummary.Figures) -> [String] {
    [
      name, workload, "\(figures.utterances)", "\(figures.interruptions)", "\(figures.pauses)",
      String(format: "%.1f", figures.audioSeconds), String(format: "%.1f", figures.speechSeconds),
    ]
  }
}

/// Lines of cells with two spaces between columns; the first two columns to the left, numbers to the right.
func aligned(_ rows: [[String]], leftColumns: Int = 2) -> [String] {
  let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  return rows.map { row in
    row.enumerated().map { column, cell in
      let padding = String(repeating: " ", count: widths[column] - cell.count)
      return column < leftColumns ? cell + padding : padding + cell
    }
    .joined(separator: "  ").trimmingTrailingSpaces()
  }
}

extension String {
  fileprivate func trimmingTrailingSpaces() -> String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
