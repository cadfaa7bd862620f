import Foundation
import LabAnalysis
import LabGates
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import AnalysisSupport

@Suite("The published schemas")
struct SchemaTests {
  @Test("fit the reports that are written", arguments: [RunMode.offline, .live])
  func report(mode: RunMode) throws {
    var run = SyntheticRun()
    run.mode = mode
    let spread = InstrumentReading.Spread(p50: 0.1, p99: 0.4, max: 1.5)
    let reading = InstrumentReading(
      timerResolutionNanoseconds: 30, pacerLateness: spread, loopLag: spread, clockStepMilliseconds: -40,
      suspendedMilliseconds: 0, processorSeconds: 3.5, memoryGrowthMegabytes: -0.5,
      calibration: InstrumentCalibration(
        state: .current, madeAt: "2026-01-01T00:00:00Z", version: "1.0", host: "h", isFit: true,
        voiceToVoiceError: .init(count: 144, p50: 0.4, p99: 2.1, maximum: 3)))
    let environment = RunEnvironment(
      startedAt: "2026-01-01T00:00:00Z", seconds: 12.5, version: "1.0", host: "h", system: "s",
      processor: "p", processors: 2)
    let report = try run.analysis(instrument: reading, environment: environment).report
    #expect(!report.allWarnings.isEmpty)
    let problems = try schema("report-1").problems(JSONValue(JSONDocument.bytes(report)))
    #expect(problems.isEmpty)
  }

  @Test("list the metrics of the catalogue")
  func metrics() throws {
    let url = ExpectedFile.repository.appending(path: "Documentation/schemas/report-1.schema.json")
    let text = try String(contentsOf: url, encoding: .utf8)
    let start = try #require(text.range(of: "\n        \"metrics\": {\n"))
    let listed = try #require(
      text.range(of: "          \"required\": [", range: start.upperBound..<text.endIndex))
    let end = try #require(text.range(of: "\n        },\n", range: listed.upperBound..<text.endIndex))
    let keys = MetricCatalogue.all.map { "\"\($0.key)\"" }
    let required = keys.map { "            \($0)" }.joined(separator: ",\n")
    let properties = keys.map { key in
      "            \(key): {\n              \"$ref\": \"#/$defs/summary\"\n            }"
    }.joined(separator: ",\n")
    let derived = """
                "required": [
      \(required)
                ],
                "additionalProperties": false,
                "properties": {
      \(properties)
                }
      """
    let whole = text[..<listed.lowerBound] + derived + text[end.lowerBound...]
    try ExpectedFile.expect(Array(String(whole).utf8), equal: url)
  }

  @Test("fit every line of a record")
  func record() throws {
    var run = SyntheticRun()
    let check = try schema("record-1")
    for line in run.lines { #expect(try check.problems(JSONValue(RecordEncoding.line(line))).isEmpty) }
    run.hasAccidents = false
    let footer = try #require(run.lines.last)
    #expect(try check.problems(JSONValue(RecordEncoding.line(footer))).isEmpty)
    var header = run.header
    header.shard = RecordHeader.Shard(index: 1, count: 2)
    #expect(try check.problems(JSONValue(RecordEncoding.line(.header(header)))).isEmpty)
  }

  @Test("fit the reports and the records of an open arrival")
  func arrival() throws {
    let report = try ArrivalReportTests.analysis().report
    #expect(try schema("report-1").problems(JSONValue(JSONDocument.bytes(report))).isEmpty)
    let few = try ArrivalReportTests.analysis(conversationsPerCell: 1).report
    #expect(try schema("report-1").problems(JSONValue(JSONDocument.bytes(few))).isEmpty)
    guard case .conversation(var end)? = SyntheticRun().conversation(2).last else {
      Issue.record("a conversation ends without its line")
      return
    }
    end.arrival = ConversationArrival(intended: .origin, started: .origin + .milliseconds(3))
    let line = try JSONValue(RecordEncoding.line(.conversation(end)))
    #expect(try schema("record-1").problems(line).isEmpty)
  }

  @Test("fit a run that carries a baseline, which others do not speak of")
  func arms() throws {
    var run = SyntheticRun()
    #expect(try JSONValue(JSONDocument.bytes(run.analysis().report))["pairs"] == nil)
    run.hasArms = true
    let report = try JSONValue(JSONDocument.bytes(run.analysis().report))
    #expect(try schema("report-1").problems(report).isEmpty)
    #expect(report["pairs"]?.items.count == 1)
    #expect(report["run"]?["baseline"]?["name"]?.string == "before")
    let header = try JSONValue(RecordEncoding.line(.header(run.header)))
    #expect(try schema("record-1").problems(header).isEmpty)
    #expect(header["selection"] == nil && report["run"]?["selection"] == nil)
    #expect(header["cells"]?.items.map { $0["arm"]?.string } == [nil, "baseline"])
  }

  @Test("allow a run to say which cells of its plan it has")
  func selection() throws {
    let run = SyntheticRun()
    var header = run.header
    header.selection = "stt=deepgram/*"
    #expect(try schema("record-1").problems(JSONValue(RecordEncoding.line(.header(header)))).isEmpty)
    var report = try run.analysis().report
    report.run.selection = header.selection
    let json = try JSONValue(JSONDocument.bytes(report))
    #expect(try schema("report-1").problems(json).isEmpty)
    #expect(json["run"]?["selection"]?.string == "stt=deepgram/*")
  }

  @Test("refuse what is not in them")
  func refusal() throws {
    let report = try JSONValue(JSONDocument.bytes(SyntheticRun().analysis().report))
    var members = report.members
    members["extra"] = .null
    #expect(try schema("report-1").problems(.object(members)) == ["$: has the unknown 'extra'"])
    members["extra"] = nil
    members["run"] = nil
    #expect(try schema("report-1").problems(.object(members)) == ["$: lacks 'run'"])
    #expect(try !schema("record-1").problems(.object(["type": .string("turn")])).isEmpty)
  }

  @Test("name every kind of event and every count")
  func vocabulary() throws {
    let record = try schema("record-1").root
    let kinds = record["$defs"]?["event"]?["properties"]?["k"]?["enum"]?.items.compactMap(\.string)
    #expect(kinds == TurnEvent.Kind.allCases.map(\.rawValue))
    let report = try schema("report-1").root
    for definition in [record, report].map({ $0["$defs"]?["counts"]?["properties"]?.members ?? [:] }) {
      #expect(Set(definition.keys) == Set(TurnCounts.all.map(\.name)))
    }
    let metrics = report["$defs"]?["cell"]?["properties"]?["metrics"]?["properties"]?.members ?? [:]
    #expect(Set(metrics.keys) == Set(MetricCatalogue.all.map(\.key)))
  }

  private func schema(_ name: String) throws -> SchemaCheck { try .published(name) }
}
