import Foundation
import LabAnalysis
import LabPlan
import LabRecord
import LabRunner
import LabStudies
import TestSupport
import Testing
import TurnLab

@Suite("The lab as a library")
struct LabTests {
  private let scratch: ScratchFolder
  private let plan: RunPlan

  init() throws {
    scratch = try ScratchFolder()
    try ShortCorpus.write(into: scratch)
    let text = """
      name: short
      corpus: \(scratch.file("corpus"))
      workloads: [tutor]
      matrix: {stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2]}
      seed: 10
      emulation:
        openai/gpt-4o-mini: {sentences: [1, 1]}
      """
    plan = try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
  }

  @Test("plans, runs and reports in a few lines")
  func offline() throws {
    var turns = 0
    let run = try Lab.run(plan, mode: .offline, into: scratch.file("mine")) { event in
      if case .turnEnded = event { turns += 1 }
    }
    #expect(run.report.cells.map(\.completed) == [1])
    #expect(run.report.hasAnswer)
    #expect(turns == 1)
    let files = try FileManager.default.contentsOfDirectory(atPath: run.folder.path)
    #expect(
      files.sorted() == [
        "cells.csv", "environment.json", "record.jsonl", "report.html", "report.json", "summary.md",
        "turns.csv",
      ])
  }

  @Test("says what to do about a folder that is not empty")
  func fullFolder() throws {
    try scratch.write([1], to: "full/file")
    let error = #expect(throws: RunError.self) {
      try Lab.run(plan, mode: .offline, into: scratch.file("full"))
    }
    #expect(error?.hint == "Name another folder.")
  }

  @Test("makes the reports of a folder from one reading of its record")
  func readsOnce() throws {
    let run = try Lab.run(plan, mode: .offline, into: scratch.file("mine"))
    let record = String(decoding: try scratch.bytes(of: "mine/record.jsonl"), as: UTF8.self)
    var lines = 0
    _ = try run.folder.analyse { _ in lines += 1 }
    // The header is read by itself.
    #expect(lines == record.split(separator: "\n").count - 1)
  }
}
