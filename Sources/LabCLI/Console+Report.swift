import LabAnalysis
import LabRecord
import LabReports

extension Console {
  /// Shows a report as JSON, or as a table that is coloured on a terminal.
  func show(_ report: RunReport, asJSON: Bool) throws {
    try output(
      asJSON, JSONDocument.bytes(report),
      or: TerminalTable.text(report, style: outputIsTerminal ? .coloured : .plain))
  }
}
