import Foundation
import LabAnalysis
import LabCost
import LabRecord
import LabReports
import LabTimeline
import TestSupport
import Testing

@testable import AnalysisSupport

@Suite("The cost of a run")
struct CostReportTests {
  @Test("stands in the report of every cell whose providers all have a price")
  func cellCost() throws {
    let report = try SyntheticRun().analysis().report
    #expect(report.run.prices?.asOf == "2026-11-21")
    let cost = report.cells[0].cost
    let total = try #require(cost.usdTotal)
    #expect(cost.unpriced.isEmpty)
    #expect(cost.providers.map(\.stage) == [.stt, .llm, .tts])
    #expect(cost.providers.compactMap(\.usdTotal).reduce(.zero, +) == total)
    #expect(cost.providers.map(\.isApproximate) == [false, false, true])
    let seconds = report.cells[0].conversationSeconds
    #expect(abs(try #require(cost.usdPerHour).approximation - total.approximation / seconds * 3600) < 1e-8)
    // 84 characters a turn at 0.05 a thousand.
    let turns = Double(report.cells[0].turns)
    #expect(abs(try #require(cost.providers[2].usdTotal).approximation - turns * 84 * 0.00005) < 1e-9)
    let interval = try #require(cost.usdPerHourInterval)
    #expect(interval.count == 2 && interval[0] <= interval[1])
  }

  @Test("is unpriced, never less, where one provider has no price")
  func unpriced() throws {
    let cost = try SyntheticRun().analysis().report.cells[1].cost
    #expect(cost.unpriced == ["groq/llama-3.3-70b"])
    #expect(cost.usdTotal == nil && cost.usdPerHour == nil && cost.usdPerTurn == nil)
    #expect(cost.providers.map { $0.usdTotal == nil } == [false, true, false])
  }

  @Test("is nothing but unpriced without a price book")
  func noBook() throws {
    let report = try withFile(bytes(SyntheticRun().lines)) {
      try RunAnalysis.read(records: [$0], instrument: nil, environment: nil).report
    }
    #expect(report.run.prices == nil)
    #expect(report.cells[0].cost == .unpriced(report.cells[0].cell))
  }

  @Test("of a turn stands in turns.csv, and is empty where something is unpriced")
  func turnsCSV() throws {
    let text = String(decoding: TurnsCSV.bytes(try SyntheticRun().analysis()), as: UTF8.self)
    let rows = text.split(separator: "\r\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    #expect(rows[0].last == "usd")
    // 2.25 s × 0.006 ÷ 60 + 900 × 2 + 31 × 8 per million + 84 × 0.05 per thousand
    let first = try #require(rows.first { $0.contains("openai/gpt-4.1") && $0[3] == "0" })
    #expect(first.last == "0.006473000")
    #expect(rows.first { $0.contains("groq/llama-3.3-70b") }?.last == "")
  }

  @Test("reads back from its JSON to the last digit")
  func readsBack() throws {
    let report = try SyntheticRun().analysis().report
    let read = try RunReport.read(from: JSONDocument.bytes(report), path: "report.json")
    #expect(read.cells.map(\.cost) == report.cells.map(\.cost))
  }

  @Test("is projected with its rivals, as a table, JSON, CSV and a chart")
  func projection() throws {
    var request = CostReport.Request(rivals: ["openai/gpt-realtime"])
    request.shape.hoursPerMonth = 100
    request.shape.sessionMinutes = 30
    let report = try Self.report(request)
    #expect(report.lines.map(\.kind) == [.pipeline, .cached, .uncached, .pipeline, .cached, .uncached])
    #expect(report.lines[0].result?.perMonth != nil)
    #expect(report.lines[3].result == nil)
    #expect(report.lines[3].unpriced == ["groq/llama-3.3-70b"])
    let text = report.section.plainText
    #expect(text.contains("openai/gpt-realtime, nothing cached"))
    #expect(text.contains("Unpriced: groq/llama-3.3-70b."))

    let json = try JSONValue(CostJSON.bytes(report))
    #expect(json["schema"] == .string("turnlab.cost/1"))
    let csv = String(decoding: CostCSV.bytes(report), as: UTF8.self).split(separator: "\r\n")
    #expect(csv.count == 7)
    #expect(csv[4].hasSuffix(",,,,,,,,,,,,groq/llama-3.3-70b"))
    let chart = CostChart.bytes(report)
    let parser = XMLSize(chart)
    #expect(parser.paths == 3 && parser.isWellFormed)
    #expect(try CostJSON.bytes(Self.report(request)) == CostJSON.bytes(report))
  }

  @Test("is not projected with a tier or a rival that nobody knows")
  func unknown() throws {
    let tier = try #require(TierChoice("deepgram=grwth"))
    #expect(throws: CostError.self) { _ = try Self.report(.init(tiers: [tier])) }
    #expect(throws: CostError.self) { _ = try Self.report(.init(rivals: ["openai/gpt-2"])) }
    #expect(TierChoice("=growth") == nil && TierChoice("") == nil)
  }

  private static func report(_ request: CostReport.Request) throws -> CostReport {
    var book = SyntheticRun.prices
    book.prices += PriceBook.shipped.prices.filter { $0.speechToSpeech != nil }
    return try CostReport(
      [(name: "run", analysis: try SyntheticRun().analysis())], prices: book, request: request)
  }
}

/// Whether bytes are XML, and how many lines they draw.
private struct XMLSize {
  let isWellFormed: Bool
  let paths: Int

  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    paths = text.matches(of: #/<path /#).count
    isWellFormed = text.hasPrefix("<svg xmlns=") && text.hasSuffix("</svg>\n") && !text.contains("nan")
  }
}
