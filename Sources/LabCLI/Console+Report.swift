import LabAnalysis
import LabRecord
import LabReports

extension Console {
  /// Shows a report as a table, coloured on a terminal.
  func show(_ report: RunReport) {
    output(whole: TerminalTable.text(report, style: outputIsTerminal ? .coloured : .plain))
  }

  /// Shows a report as JSON.
  func show(json report: RunReport) throws {
    output(whole: String(decoding: try JSONDocument.bytes(report), as: UTF8.self))
  }
}
