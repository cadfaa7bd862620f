import LabAnalysis
import LabRecord
import LabReports
import TurnLab

extension Console {
  /// A line on standard error that is drawn again and again.
  var status: StatusLine {
    StatusLine(isTerminal: errorIsTerminal, draw: { self.draw($0) }, write: { self.note($0) })
  }

  /// Shows a report as JSON, or as a table that is coloured on a terminal.
  func show(_ report: RunReport, asJSON: Bool) throws {
    try output(
      asJSON, JSONDocument.bytes(report),
      or: TerminalTable.text(report, style: outputIsTerminal ? .coloured : .plain))
  }
}
