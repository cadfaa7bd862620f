import Foundation
import LabAnalysis
import LabTimeline
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab soak")
struct SoakCommandTests {
  /// A plan of one cell over the short question, with the energy detector, which is cheap.
  private static func plan(_ soak: String = "") throws -> (plan: ShortPlan, path: String) {
    let plan = try ShortPlan(repeats: 1)
    let text = """
      name: held
      corpus: \(plan.scratch.file("corpus"))
      workloads: [tutor]
      matrix:
        stt: [deepgram/nova-3]
        llm: [openai/gpt-4o-mini]
        tts: [deepgram/aura-2]
        vad: [energy]
      settings: {vadEnergyThresholdDBFS: -45}
      seed: 10
      emulation:
        openai/gpt-4o-mini: {sentences: [1, 1]}
      \(soak)
      """
    return (plan, try plan.scratch.write(Array(text.utf8), to: "soak.yaml"))
  }

  private static func report(in folder: String) throws -> SoakReport {
    let data = FileManager.default.contents(atPath: folder + "/soak.json") ?? Data()
    return try JSONDecoder().decode(SoakReport.self, from: data)
  }

  @Test("has a session for as long as asked, says its script again and again, and reports in every format")
  func holds() throws {
    let (plan, path) = try Self.plan("soak: {check_every_s: 30}")
    let outcome = Program.run("soak", path, "--duration", "2m", "--out", plan.folder())
    let report = try Self.report(in: plan.folder())
    #expect(report.sessions.planned == 1)
    #expect(report.sessions.completed == 1)
    #expect(report.sessions.seconds == 120)
    #expect(report.turns.total > 10)
    #expect(report.checks.count == 4)
    #expect(report.checks.allSatisfy { $0.problems == [] })
    #expect(report.saves.count == 3 || report.saves.count == 4)
    // Other tests of this process take and free memory meanwhile.
    #expect([0, 2].contains(outcome.exit), "\(outcome.error)")
    #expect(outcome.output.hasPrefix("Soak\n"))
    #expect(outcome.error.contains("00:00:"))
    for name in ["summary.md", "report.html"] {
      let text = FileManager.default.contents(atPath: plan.folder() + "/" + name) ?? Data()
      #expect(String(decoding: text, as: UTF8.self).contains("Whether the agent still did its work"))
    }
    #expect(Program.run("report", plan.folder()).exit == 0)
    #expect(try Self.report(in: plan.folder()) == report)
  }

  @Test("writes the same record every time, but what the process held")
  func sameRecord() throws {
    let (plan, path) = try Self.plan()
    for name in ["a", "b"] {
      _ = Program.run("soak", path, "--duration", "40s", "--sessions", "2", "--out", plan.folder(name))
    }
    let (first, second) = (try plan.contents(of: "a"), try plan.contents(of: "b"))
    for name in ["record.jsonl", "report.json", "turns.csv", "cells.csv"] {
      #expect(first[name] != nil && first[name] == second[name], "\(name)")
    }
    #expect(try Self.report(in: plan.folder("a")).sessions.planned == 2)
  }

  @Test("ends with 2 when a limit is broken, and says which")
  func regression() throws {
    // A service that refuses everybody answers nobody.
    let (plan, path) = try Self.plan("soak: {check_every_s: 20}")
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    let refusing = text.replacing(
      "openai/gpt-4o-mini: {sentences: [1, 1]}",
      with: "openai/gpt-4o-mini: {sentences: [1, 1]}\n  faults: [{fault: rate_limited, stage: llm}]")
    let file = try plan.scratch.write(Array(refusing.utf8), to: "refusing.yaml")
    let outcome = Program.run("soak", file, "--duration", "40s", "--out", plan.folder("refused"), "--json")
    #expect(outcome.exit == 2)
    let report = try JSONDecoder().decode(SoakReport.self, from: Data(outcome.output.utf8))
    #expect(
      report.findings.contains { $0.code == "check_failed" && $0.message.contains("were not answered") })
    #expect(report.turns.failures.first?.reason == "rate_limited")
  }

  @Test("goes on after kill -9 and ends up with the record of an uninterrupted soak")
  func survivesKill() async throws {
    let (plan, path) = try Self.plan("soak: {sessions: 30, check_every_s: 10, duration_min: 1}")
    let folder = plan.folder("killed")
    let program = try BuiltProgram(["soak", path, "--out", folder], in: plan.scratch)
    func sessions() -> Int {
      let record = FileManager.default.contents(atPath: folder + "/record.jsonl") ?? Data()
      return String(decoding: record, as: UTF8.self).split(separator: "\n").count {
        $0.contains(#""type":"conversation""#) && $0.hasSuffix("}")
      }
    }
    #expect(waitUntil { sessions() > 0 })
    program.signal(SIGKILL)
    #expect(program.wait().exit == -SIGKILL)
    #expect((1..<30).contains(sessions()))
    let resumed = Program.run("soak", path, "--resume", folder)
    #expect([0, 2].contains(resumed.exit), "\(resumed.error)")
    #expect(sessions() == 30)
    #expect(try Self.report(in: folder).sessions.completed == 30)
  }

  @Test("refuses what makes no sense together")
  func refuses() throws {
    let (plan, path) = try Self.plan()
    #expect(Program.run("soak", path, "--resume", plan.folder(), "--duration", "5m").exit == 64)
    #expect(Program.run("soak", path, "--duration", "5x").exit == 64)
    #expect(Program.run("soak", path, "--resume", plan.folder()).exit == 5)
    #expect(Program.run("load", path, "--mode", "offline").exit == 64)
  }
}
