import Foundation
import LabAnalysis
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import AnalysisSupport
@testable import LabReports

@Suite("Warnings in reports")
struct WarningReportTests {
  /// A live run with late arrivals, slow first turns and few samples.
  private func report(cells: Int = 2, conversations: Int = 9) throws -> RunAnalysis {
    var run = SyntheticRun()
    run.mode = .live
    run.hasAccidents = false
    run.conversationsPerCell = conversations
    run.cells = (0..<cells).map { SyntheticRun.cell(llm: "<model>_\($0)") }
    return try run.analysis(
      instrument: InstrumentReading(loopLag: .init(p50: 0.1, p99: 3, max: 8)))
  }

  @Test("stand with the run or with their cell in report.json, and are read back")
  func json() throws {
    let report = try report().report
    #expect(report.warnings.map(\.code) == [.harnessSaturated])
    #expect(report.run.instrument.isValid)
    let bytes = try JSONDocument.bytes(report)
    let json = try JSONValue(bytes)
    let warning = try #require(json["warnings"]?.items.first)
    #expect(warning["code"] == .string("harness_saturated"))
    #expect(warning["scope"] == .string("run"))
    #expect(warning["cells"] == .array([]))
    #expect(warning["severity"] == .string("doubt"))
    #expect(warning["metric"] == .null)
    #expect(warning["try"]?.string?.contains("Lower the concurrency") == true)
    let cell = try #require(json["cells"]?.items.last?["warnings"]?.items.first)
    #expect(cell["cells"] == .array([.number(1)]))
    #expect(try RunReport.read(from: bytes, path: "report.json") == report)
  }

  @Test("are none in a report of a version that knew none")
  func older() throws {
    let bytes = try JSONDocument.bytes(report().report)
    var object = try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    object["warnings"] = nil
    object["cells"] = (object["cells"] as? [[String: Any]])?.map { $0.filter { $0.key != "warnings" } }
    let old = Array(try JSONSerialization.data(withJSONObject: object))
    #expect(try RunReport.read(from: old, path: "report.json").allWarnings.isEmpty)
  }

  @Test("of an invalid kind make the run invalid, doubts do not")
  func validity() throws {
    var run = SyntheticRun()
    run.mode = .live
    let doubtful = InstrumentReading(loopLag: .init(p50: 0.1, p99: 4.9, max: 8))
    #expect(try run.analysis(instrument: doubtful).report.run.instrument.isValid)
    let late = InstrumentReading(loopLag: .init(p50: 0.1, p99: 5.2, max: 8))
    #expect(try !run.analysis(instrument: late).report.run.instrument.isValid)
  }

  @Test("stand below the terminal's table, one line for each kind")
  func terminal() throws {
    let text = TerminalTable.text(try report().report, style: .plain)
    #expect(text.contains("\ndoubt harness_saturated: 1 % of the arrivals waited more than 3.0 ms"))
    #expect(text.contains("\nnote cold_start: In 9 conversations the first turn is "))
    #expect(text.contains(" [<model>_0 and 1 more]\n"))
  }

  @Test("stand before the figures of summary.md, with their reasons")
  func markdown() throws {
    let text = String(decoding: SummaryMarkdown.bytes(try report()), as: UTF8.self)
    let section = try #require(text.range(of: "## Before you read the figures\n"))
    let figures = try #require(text.range(of: "## Latency\n"))
    #expect(section.lowerBound < figures.lowerBound)
    #expect(text.contains("- **doubt: Arrivals waited** (`harness_saturated`): 1 % of the arrivals"))
    #expect(text.contains("  - &lt;model&gt;\\_1: In 9 conversations"))
    #expect(text.contains("  - Why it matters: ") && text.contains("  - Try: "))
  }

  @Test("are the first section of report.html, and unfold when they are many")
  func html() throws {
    let page = String(decoding: HTMLReport.bytes(try report(cells: 7, conversations: 3)), as: UTF8.self)
    let section = try #require(page.range(of: "<section id=\"warnings\""))
    let figures = try #require(page.range(of: "<section id=\"latency\""))
    #expect(section.lowerBound < figures.lowerBound)
    #expect(page.contains("<li class=\"is-doubt\"><span class=\"severity\">doubt</span>"))
    #expect(page.contains("<li><b>&lt;model&gt;_0</b>: p95 needs 20 values; "))
    #expect(
      page.contains("<details><summary>3 more</summary><ul class=\"places\"><li><b>&lt;model&gt;_4</b>"))
    #expect(page.contains("<strong>Valid</strong>"))
    #expect(page.contains("<a href=\"#warnings\">1 doubt, 1 note</a>"))
  }

  @Test("leave no trace where there is nothing to warn of")
  func none() throws {
    let builder = RunReportBuilder(header: SyntheticRun().header)
    let analysis = builder.finish(instrument: nil, environment: nil)
    #expect(analysis.report.allWarnings.isEmpty)
    let page = String(decoding: HTMLReport.bytes(analysis), as: UTF8.self)
    #expect(!page.contains("id=\"warnings\""))
    #expect(page.contains("No measurement warnings."))
    #expect(!String(decoding: SummaryMarkdown.bytes(analysis), as: UTF8.self).contains("Before you"))
  }

  @Test("are listed in the documentation as they are given")
  func reference() throws {
    let url = ExpectedFile.repository.appending(path: "Documentation/warnings.md")
    try ExpectedFile.expect(Array(WarningReference.markdown().utf8), equal: url)
    let codes = Set(WarningCatalogue.definitions.map(\.code))
    #expect(codes == Set(MeasurementWarning.Code.allCases))
  }

  @Test("have codes and severities that the schema names")
  func schema() throws {
    let url = ExpectedFile.repository.appending(path: "Documentation/schemas/report-1.schema.json")
    let warning = try JSONValue(Array(Data(contentsOf: url)))["$defs"]?["warning"]?["properties"]
    let codes = MeasurementWarning.Code.allCases.map { JSONValue.string($0.rawValue) }
    #expect(warning?["code"]?["enum"]?.items == codes)
    let severities = MeasurementWarning.Severity.allCases.map { JSONValue.string($0.rawValue) }
    #expect(warning?["severity"]?["enum"]?.items == severities)
  }

  @Test("need nothing that an environment of an older version lacks")
  func olderEnvironment() throws {
    let old = """
      {"schema": "turnlab.environment/1", "environment": {"started_at": null, "seconds": 3.5, "version": null,
       "host": null, "system": null, "processor": null, "processors": 2},
       "instrument": {"timer_resolution_ns": 30, "loop_lag_ms": {"p50": 0.1, "p99": 6, "max": 9},
       "warnings": ["1 % of the arrivals waited more than 6 ms for the driver."]}}
      """
    let file = try EnvironmentFile.read(from: Array(old.utf8), path: "environment.json")
    #expect(file.instrument?.loopLag?.p99 == 6)
    var run = SyntheticRun()
    run.mode = .live
    #expect(try !run.analysis(instrument: file.instrument).report.run.instrument.isValid)
  }
}
