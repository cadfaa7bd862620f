import Foundation
import LabAnalysis
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab run with a baseline")
struct BaselineTests {
  private let plan: ShortPlan

  init() throws { plan = try ShortPlan() }

  /// Writes a copy of the plan with more lines.
  private func write(_ lines: String, to name: String) throws -> String {
    try plan.scratch.write(try plan.scratch.bytes(of: "plan.yaml") + Array("\n\(lines)\n".utf8), to: name)
  }

  @Test("says how many pairs it would measure, and what differs")
  func runsDry() throws {
    let path = try write(
      "baseline: {stt: deepgram/nova-3, settings: {silenceThresholdMs: 800}, draws: independent}",
      to: "ab.yaml")
    let outcome = Program.run("run", path, "--dry-run", "--repeats", "3", "--select", "stt=*nova-2")
    #expect(
      outcome.output == """
        short: 2 cells in 1 pair, 6 conversations, offline, seed 10, order interleaved
        baseline: independent draws
        baseline silenceThresholdMs: 800

        1. tutor · deepgram/nova-2 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced  × 3
        2. tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced · baseline  × 3

        """)
    let named = Program.run("run", plan.path, "--baseline", path, "--dry-run", "--shard", "1/3")
    #expect(named.exit == 0)
    #expect(named.output.hasPrefix("short: 4 cells in 2 pairs, 4 conversations, "))
    #expect(named.output.contains("\npart 1 of 3, of 8 conversations in all\n"))
    #expect(named.output.contains("\nbaseline: the plan “short”, common draws\n"))
  }

  @Test("tells the arms apart in the table, the CSV files, the summary and the page")
  func reports() throws {
    let path = try write("baseline: {}", to: "ab.yaml")
    let outcome = Program.run("run", path, "--out", plan.folder())
    #expect(outcome.exit == 0)
    #expect(outcome.output.contains("\n2 pairs of candidate and baseline\n"))
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains { $0.starts(with: ["deepgram/nova-3", "candidate", "2"]) })
    #expect(rows.contains { $0.starts(with: ["deepgram/nova-3", "baseline", "2"]) })
    func text(_ name: String) throws -> String {
      String(decoding: try plan.scratch.bytes(of: "run/" + name), as: UTF8.self)
    }
    #expect(try text("cells.csv").split(separator: "\r\n").count { $0.contains(",baseline,") } == 2)
    #expect(try text("turns.csv").split(separator: "\r\n").count { $0.contains(",baseline,") } == 4)
    #expect(try text("summary.md").contains("| deepgram/nova-3 | baseline | 2 |"))
    #expect(try text("report.html").contains("2 pairs of candidate and baseline"))
    let report = try RunReport.read(
      from: try plan.scratch.bytes(of: "run/report.json"), path: "report.json")
    #expect(report.pairs == [ArmPair(candidate: 0, baseline: 1), ArmPair(candidate: 2, baseline: 3)])
    #expect(report.cells.map(\.cell.arm) == [.candidate, .baseline, .candidate, .baseline])
  }

  @Test("under another plan keeps that plan in the folder, through shards and merging")
  func keepsPlan() throws {
    let other = try write("description: the other one", to: "other.yaml")
    let options = ["run", plan.path, "--baseline", other, "--repeats", "1", "--out"]
    #expect(Program().run(options + [plan.folder("whole")]).exit == 0)
    #expect(try plan.contents(of: "whole")["baseline.yaml"] == Data(plan.scratch.bytes(of: "other.yaml")))
    for part in 1...2 {
      #expect(Program().run(options + [plan.folder("\(part)"), "--shard", "\(part)/2"]).exit == 0)
    }
    #expect(
      Program.run("merge", plan.folder("2"), plan.folder("1"), "--out", plan.folder("merged")).exit == 0)
    #expect(try plan.contents(of: "merged") == plan.contents(of: "whole"))
    let report = try RunReport.read(
      from: try plan.scratch.bytes(of: "whole/report.json"), path: "report.json")
    #expect(report.run.baseline?.name == "short")
    #expect(report.run.baseline?.sha256 != report.run.plan.sha256)
  }

  @Test("goes on with more repeats to the folder of the long run, with and without a baseline")
  func extends() throws {
    for path in [plan.path, try write("baseline: {}", to: "ab.yaml")] {
      let (grown, long) = (UUID().uuidString, UUID().uuidString)
      #expect(Program.run("run", path, "--out", plan.folder(grown)).exit == 0)
      let outcome = Program.run("run", path, "--repeats", "3", "--resume", plan.folder(grown))
      #expect(outcome.exit == 0)
      #expect(Program.run("run", path, "--repeats", "3", "--out", plan.folder(long)).output == outcome.output)
      #expect(try plan.contents(of: grown) == plan.contents(of: long))

      let fewer = Program.run("run", path, "--resume", plan.folder(grown))
      #expect(fewer.exit == 5)
      #expect(fewer.error.contains("was made with more repeats"))
      #expect(try plan.contents(of: grown) == plan.contents(of: long))
    }
  }

  @Test("repeats the baseline and the repeats in the command that goes on with it")
  func repeatsOptions() throws {
    try plan.scratch.write([1], to: "run/precious")
    let outcome = Program.run(
      "run", plan.path, "--baseline", plan.path, "--repeats", "4", "--out", plan.folder())
    #expect(
      outcome.error.hasSuffix(
        "turnlab run \(plan.path) --repeats 4 --baseline \(plan.path) --resume \(plan.folder())\n"))
  }

  @Test("refuses repeats that are none, a baseline that is not there, and one arm of a pair")
  func refuses() throws {
    #expect(Program.run("run", plan.path, "--repeats", "0").exit == 64)
    #expect(Program.run("run", plan.path, "--baseline", plan.folder("none.yaml")).exit == 78)
    let arm = Program.run("run", plan.path, "--select", "arm=baseline")
    #expect(arm.exit == 64)
    #expect(arm.error.hasPrefix("turnlab: --select “arm=baseline” would split pairs"))
  }
}
