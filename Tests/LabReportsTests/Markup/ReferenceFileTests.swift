import Foundation
import LabAnalysis
import LabRecord
import LabReports
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("The files of a run")
struct ReferenceFileTests {
  @Test("are the committed ones, byte for byte")
  func folder() throws {
    for file in try ReportFolder.files(for: SyntheticRun().analysis()) {
      try ExpectedFile.expect(file.bytes, equal: ExpectedFile.folder.appending(path: file.name))
    }
  }

  @Test("come with the terminal's table")
  func table() throws {
    let text = TerminalTable.text(try SyntheticRun().analysis().report, style: .plain)
    try ExpectedFile.expect(Array(text.utf8), equal: ExpectedFile.folder.appending(path: "table.txt"))
  }

  @Test("can be read back where they are JSON")
  func readBack() throws {
    let report = try SyntheticRun().analysis().report
    #expect(try RunReport.read(from: JSONDocument.bytes(report), path: "report.json") == report)
    let file = EnvironmentFile(
      environment: RunEnvironment(startedAt: "2026-01-01T00:00:00Z", processors: 2),
      instrument: InstrumentReading(timerResolutionNanoseconds: 30))
    #expect(try EnvironmentFile.read(from: JSONDocument.bytes(file), path: "environment.json") == file)
  }

  @Test("are refused by name when they are of another schema or broken")
  func refused() throws {
    let bytes = try JSONDocument.bytes(SyntheticRun().analysis().report)
    let text = String(decoding: bytes, as: UTF8.self)
    for (broken, code) in [
      (text.replacing("turnlab.report/1", with: "turnlab.report/2"), RecordError.Code.schema),
      (text.replacing("\"cells\"", with: "\"cell\""), .line), (String(text.dropLast(9)), .line),
    ] {
      #expect {
        try RunReport.read(from: Array(broken.utf8), path: "old/report.json")
      } throws: { error in
        let failure = error as? RecordError
        return failure?.code == code && failure?.message.contains("old/report.json") == true
      }
    }
  }

  @Test("rest on definitions that the documentation repeats")
  func metricReference() throws {
    let url = ExpectedFile.repository.appending(path: "Documentation/metrics.md")
    try ExpectedFile.expect(Array(MetricReference.markdown().utf8), equal: url)
  }
}
