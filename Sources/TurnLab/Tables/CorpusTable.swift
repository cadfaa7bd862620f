import Foundation
package import LabAudio
import LabRunner

/// What a corpus holds, as a table for the terminal.
package struct CorpusTable {
  private let summary: CorpusSummary

  package init(summary: CorpusSummary) {
    self.summary = summary
  }

  /// A line for each conversation, and one for all of them.
  package var text: String {
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
