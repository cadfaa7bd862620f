import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab cost, and prices elsewhere")
struct CostCommandTests {
  private let plan: ShortPlan

  init() throws { plan = try ShortPlan(repeats: 1) }

  private func run(_ options: String...) throws -> String {
    let arguments = ["run", plan.path, "--out", plan.folder()] + options
    #expect(Program().run(arguments).exit == 0)
    return plan.folder()
  }

  /// A price book for all providers of the plan.
  private func book(nova2: String = "0.0058") throws -> String {
    let text = """
      schema: "turnlab.prices/1"
      as_of: "2026-01-02"
      sources: {page: {title: "A page", url: "https://example.com", date: "2026"}}
      prices:
      - {provider: ["deepgram/nova-*"], source: [page], confidence: high,
         charges: [{meter: stt_seconds, usd: \(nova2), per: minute, round: up, step: 60, each: connection}]}
      - {provider: ["openai/gpt-4o-mini"], source: [page], confidence: high, tokens: {input: 0.15, output: 0.60}}
      - {provider: ["deepgram/aura-2"], source: [page], confidence: high,
         charges: [{meter: tts_characters, usd: 0.03, per: thousand}],
         tiers: {growth: {charges: [{meter: tts_characters, usd: 0.027, per: thousand}]}}}
      """
    return try plan.scratch.write(Array(text.utf8), to: "prices.yaml")
  }

  private func cost(of cell: Int, in folder: String) throws -> JSONValue? {
    let data = try #require(FileManager.default.contents(atPath: folder + "/report.json"))
    return try JSONValue(Array(data))["cells"]?.items[cell]["cost"]
  }

  @Test("prices a run by the shipped book, and says of which provider it has no price")
  func shipped() throws {
    let folder = try run()
    #expect(try cost(of: 0, in: folder)?["unpriced"]?.items.isEmpty == true)
    guard case .number(let hour)? = try cost(of: 0, in: folder)?["usd_per_hour"] else {
      Issue.record("the first cell has no cost")
      return
    }
    #expect((0.1...20).contains(hour))
    #expect(try cost(of: 1, in: folder)?["usd_per_hour"] == .null)
    #expect(try cost(of: 1, in: folder)?["unpriced"]?.items == [.string("deepgram/nova-2")])
    let table = Program.run("report", folder).output
    #expect(table.contains("USD/h"))
    #expect(table.contains("Unpriced: the price book of 2026-11-21 has no price for deepgram/nova-2."))
  }

  @Test("keeps a price book of one's own in the run folder, and prices by it from then on")
  func ownBook() throws {
    let folder = try run("--prices", try book())
    #expect(try cost(of: 1, in: folder)?["unpriced"]?.items.isEmpty == true)
    let gates = try plan.scratch.write(
      Array("name: n\ngates: [{id: a, budget: [usd_per_hour < 50 USD]}]".utf8), to: "gates.yaml")
    #expect(Program.run("gate", gates, "--run", folder).exit == 0)
    let before = try cost(of: 0, in: folder)
    #expect(Program.run("report", folder).exit == 0)
    #expect(try cost(of: 0, in: folder) == before)
    let dear = try book(nova2: "100")
    #expect(Program.run("report", folder, "--prices", dear).exit == 0)
    let broken = Program.run("gate", gates, "--run", folder)
    #expect(broken.exit == 2)
    #expect(broken.output.contains("usd_per_hour"))
  }

  @Test("lets no budget pass where a price is missing")
  func unpricedBudget() throws {
    let folder = try run()
    let gates = try plan.scratch.write(
      Array("name: n\ngates: [{id: a, budget: [usd_total < 50 USD]}]".utf8), to: "gates.yaml")
    let outcome = Program.run("gate", gates, "--run", folder)
    #expect(outcome.exit == 6)
    #expect(outcome.output.contains("there is no price for deepgram/nova-2"))
  }

  @Test("refuses a price book with problems before anything is measured")
  func brokenBook() throws {
    let path = try plan.scratch.write(Array("schema: 1".utf8), to: "prices.yaml")
    let outcome = Program.run("run", plan.path, "--out", plan.folder(), "--prices", path)
    #expect(outcome.exit == 78)
    #expect(outcome.error.contains("so nothing was priced."))
    #expect(!FileManager.default.fileExists(atPath: plan.folder()))
  }

  @Test("projects a run, compares it with speech to speech, and writes JSON, CSV and a chart")
  func projects() throws {
    let folder = try run("--prices", try book())
    let out = plan.scratch.file("cost")
    let table = Program.run(
      "cost", folder, "--session", "30", "--talk-share", "0.4", "--turns-per-minute", "4", "--hours", "1000",
      "--tier", "growth", "--against", "none", "--out", out)
    #expect(table.exit == 0, "\(table.error)")
    #expect(table.output.contains("deepgram/nova-3 + openai/gpt-4o-mini + deepgram/aura-2"))
    #expect(table.output.contains("  30.0"))
    for name in ["cost.json", "cost.csv", "cost.svg"] {
      #expect(FileManager.default.fileExists(atPath: out + "/" + name))
    }
    let rivals = Program.run(
      "cost", folder, "--prices", Repository.file("Sources/LabCost/Book/prices.yaml").path)
    #expect(rivals.exit == 0)
    #expect(rivals.output.contains("openai/gpt-realtime-mini, nothing cached"))
    let json = Program.run("cost", folder, "--against", "none", "--json")
    #expect(try JSONValue(Array(json.output.utf8))["lines"]?.items.count == 2)
    #expect(Program.run("cost", folder, "--against", "none", "--csv").output.hasPrefix("kind,run,workload"))
  }

  @Test("refuses impossible options and unknown tiers, with what there is")
  func refuses() throws {
    let folder = try run()
    #expect(Program.run("cost", folder, "--talk-share", "1.5").exit == 64)
    #expect(Program.run("cost").exit == 64)
    let tier = Program.run("cost", folder, "--tier", "deepgram=grwth")
    #expect(tier.exit == 78)
    #expect(tier.error.contains("It has growth."))
    #expect(Program.run("cost", folder, "--against", "openai/gpt-2").exit == 78)
  }

  @Test("shows the price, the state and the default latency of every provider, with sources")
  func providers() throws {
    let table = Program.run("providers").output
    let nova = try #require(table.split(separator: "\n").first { $0.hasPrefix("deepgram/nova-3 ") })
    #expect(nova.contains("0.0048 / minute") && nova.contains("current") && nova.contains("final 47 ms"))
    let json = try JSONValue(Array(Program.run("providers", "--json").output.utf8))
    let entry = try #require(json.items.first { $0["id"] == .string("deepgram/nova-3") })
    #expect(entry["price"]?["sources"]?.items.first?["url"] == .string("https://deepgram.com/pricing"))
    #expect(
      entry["price"]?["rules"]?.items
        == [.string("0.0048 USD/minute of stt seconds, rounded up to 1 s each connection")])
    #expect(entry["latency"]?["source"]?["date"] == .string("2026-06-22"))
    let old = try #require(json.items.first { $0["id"] == .string("deepgram/nova-2") })
    #expect(old["price"] == .null)
  }
}
