import Foundation
import LabAnalysis
import LabEmulation
import LabEmulatorServer
import LabPlan
import LabProviders
import LabRecord
import LabRunner
import LabTimeline
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("A run with servers of one's own")
struct CompatibleServerRunTests {
  /// A plan with one server for each stage, all at an address.
  private static func plan(_ scratch: ScratchFolder, at address: String, further: String = "") throws
    -> String
  {
    try ShortCorpus.write(into: scratch)
    let text = """
      name: servers
      corpus: \(scratch.file("corpus"))
      workloads: [tutor]
      services:
        vllm/qwen: { base_url: "\(address)/vllm/qwen/v1/", model: Qwen/Qwen3-8B, like: vllm, key: OWN_API_KEY }
        whisper/small: { base_url: "\(address)/whisper/small/v1", model: small, kind: stt }
        kokoro/heart: { base_url: "\(address)/kokoro/heart/v1", model: kokoro, kind: tts, voice: af_heart }
      matrix:
        stt: [whisper/small]
        llm: [vllm/qwen]
        tts: [kokoro/heart]
      settings: { sttFinalize: onEndpoint }
      emulation:
        vllm/qwen: { sentences: [1, 1], quirks: { thinking_tokens: 4 } }
      \(further)
      """
    return try scratch.write(Array(text.utf8), to: "plan.yaml")
  }

  private static func report(_ scratch: ScratchFolder, _ run: String) throws -> RunReport {
    try RunReport.read(from: try scratch.bytes(of: run + "/report.json"), path: "report.json")
  }

  @Test("offline hears, thinks and speaks, on both arms")
  func offline() throws {
    let scratch = try ScratchFolder()
    let path = try Self.plan(
      scratch, at: "http://127.0.0.1:9",
      further: """
        baseline:
          emulation:
            whisper/small: { final: { fixed: { ms: 900 } } }
            vllm/qwen: { quirks: { usage: never } }
        """)
    let outcome = Program.run("run", path, "--out", scratch.file("run"))
    #expect(outcome.exit == 0, "\(outcome.error)")
    let report = try Self.report(scratch, "run")
    #expect(report.cells.count == 2)
    for cell in report.cells {
      #expect(cell.turns == 1 && cell.failed == 0 && cell.counts.wordErrors == 0, "\(cell.cell.name)")
    }
    #expect(report.cells[1].metrics["stt.ttfs_ms"]?.mean ?? 0 > 900, "the baseline has its own twin")
    // Four thoughts at some milliseconds each lie between the first token and the first that is spoken.
    let cell = report.cells[0]
    #expect(cell.metrics["llm.ttfat_ms"]?.mean ?? 0 > cell.metrics["llm.ttft_ms"]?.mean ?? .infinity)
  }

  @Test("in live mode really speaks to them, with a key where there is one", .needs(.realTime))
  func live() async throws {
    let scratch = try ScratchFolder()
    let twins = try Self.plan(scratch, at: "http://127.0.0.1:9")
    let arms = try PlanRunner(RunRequest(plan: try PlanReader.read(twins), mode: .loopback)).emulatedArms()
    // The server knows its own paths, /vllm/qwen/v1 as any other, by the first part of its twin's.
    let server = EmulatorServer(settings: .init()) { request in
      var request = request
      request.target = request.target.replacing(#/^(/[a-z]+/[a-z]+)/v1/#) {
        "\($0.output.1)\($0.output.1)/v1"
      }
      return arms.exchange(for: request)
    }
    let port = try server.start()
    let path = try Self.plan(scratch, at: "http://127.0.0.1:\(port)")
    let missing = Program.run("run", path, "--mode", "live", "--out", scratch.file("none"))
    #expect(missing.exit == 78)
    #expect(missing.error.contains("OWN_API_KEY"))
    let outcome = try await onOwnThread {
      Program.run(
        "run", path, "--mode", "live", "--out", scratch.file("live"), variables: ["OWN_API_KEY": "secret"])
    }
    try server.stop()
    expectMeasured(outcome)
    let cell = try #require(try Self.report(scratch, "live").cells.first)
    #expect(cell.turns == 1 && cell.failed == 0, "\(outcome.output)")
    #expect(cell.cell.llm == "vllm/qwen")
  }
}
