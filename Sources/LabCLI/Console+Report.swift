import LabReports

extension Console {
  /// Shows a report as JSON, or as a table that is coloured on a terminal.
  func show(_ report: RunReport, asJSON: Bool) throws {
    output(
      whole: asJSON
        ? String(decoding: try ReportJSON.bytes(report), as: UTF8.self)
        : TerminalTable.text(report, style: outputIsTerminal ? .coloured : .plain))
  }
}
