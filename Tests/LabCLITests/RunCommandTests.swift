import Foundation
import LabAnalysis
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab run")
struct RunCommandTests {
  private let plan: ShortPlan

  init() throws { plan = try ShortPlan() }

  @Test("measures the smoke corpus offline, prints the table and writes the run folder")
  func measuresSmokeCorpus() throws {
    let scratch = try ScratchFolder()
    let text = """
      name: smoke
      corpus: \(Repository.file("Corpora/smoke").path)
      workloads: [tutor]
      matrix: {stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2]}
      """
    let path = try scratch.write(Array(text.utf8), to: "smoke.yaml")
    let folder = scratch.file("run")
    let outcome = Program.run("run", path, "--out", folder)
    #expect(outcome.exit == 0)
    #expect(outcome.output.hasPrefix("smoke · offline · seed 1 · run "))
    #expect(outcome.output.contains("voice to voice (ms)"))
    #expect(!outcome.output.contains("\u{1B}"), "no colours where there is no terminal")
    #expect(outcome.error == "Reports: \(folder)/report.html\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
        "cells.csv", "environment.json", "plan.yaml", "record.jsonl", "report.html", "report.json",
        "summary.md",
        "turns.csv",
      ])
    #expect(try scratch.bytes(of: "run/plan.yaml") == Array(text.utf8))
    let report = try RunReport.read(from: try scratch.bytes(of: "run/report.json"), path: "report.json")
    #expect(report.cells.map(\.turns) == [2])
  }

  @Test("gives the same bytes in every run, but for environment.json")
  func isReproducible() throws {
    #expect(Program.run("run", plan.path, "--out", plan.folder("a"), "--workers", "1").exit == 0)
    #expect(Program.run("run", plan.path, "--out", plan.folder("b"), "--workers", "4").exit == 0)
    #expect(try plan.contents(of: "a") == plan.contents(of: "b"))
    let environment = try EnvironmentFile.read(
      from: try plan.scratch.bytes(of: "a/environment.json"), path: "environment.json")
    let reading = try #require(environment.instrument)
    #expect(reading.processorSeconds != nil)
    #expect(reading.pacerLateness == nil)
  }

  @Test("prints the report as JSON and nothing else")
  func printsJSON() throws {
    let outcome = Program.run("run", plan.path, "--out", plan.folder(), "--json", "--seed", "4")
    #expect(outcome.exit == 0)
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let report = try #require(json as? [String: Any])
    #expect(report["schema"] as? String == "turnlab.report/1")
    #expect((report["run"] as? [String: Any])?["seed"] as? Int == 4)
    #expect(Array(outcome.output.utf8) == (try plan.scratch.bytes(of: "run/report.json")))
  }

  @Test("says what it would measure and writes nothing")
  func runsDry() throws {
    let outcome = Program.run("run", plan.path, "--dry-run", "--out", plan.folder())
    #expect(outcome.exit == 0)
    #expect(
      outcome.output == """
        short: 2 cells, 4 conversations, offline, seed 10, order interleaved

        1. tutor · deepgram/nova-3 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced  × 2
        2. tutor · deepgram/nova-2 · openai/gpt-4o-mini · deepgram/aura-2 · spectral · wired · none · balanced  × 2

        """)
    #expect(outcome.error.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: plan.folder()))
  }

  @Test("runs dry with how conversations would arrive, where that means something")
  func showsArrival() throws {
    let text = String(decoding: try plan.scratch.bytes(of: "plan.yaml"), as: UTF8.self)
    let open = text.replacing("concurrency: 1", with: "arrival: {open: {per_minute: 120}}")
    let path = try plan.scratch.write(Array(open.utf8), to: "open.yaml")
    let loopback = Program.run("run", path, "--dry-run", "--mode", "loopback").output
    #expect(loopback.contains("\narrival: open, 120 a minute, poisson, 100 lines\n"))
    #expect(!Program.run("run", path, "--dry-run").output.contains("arrival"))
  }

  @Test("runs dry over the selected cells and the part of a shard")
  func runsDryOverPart() throws {
    let outcome = Program.run("run", plan.path, "--dry-run", "--select", "stt=*nova-2", "--shard", "1/2")
    #expect(outcome.output.hasPrefix("short: 1 cell, 1 conversation, offline, "))
    #expect(outcome.output.contains("\npart 1 of 2, of 2 conversations in all\n"))
    #expect(!outcome.output.contains("nova-3"))
  }

  @Test("ends with 6 when the selection leaves nothing")
  func reportsEmptySelection() throws {
    let outcome = Program.run("run", plan.path, "--select", "stt=other/*", "--out", plan.folder())
    #expect(outcome.exit == 6)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error == """
        turnlab: The selection leaves no cell of the plan “short” to measure.
        List the cells with --dry-run and select some of them.

        """)
  }

  @Test("refuses a folder that holds anything, and says what can be done")
  func refusesFullFolder() throws {
    try plan.scratch.write([1], to: "run/precious")
    let outcome = Program.run("run", plan.path, "--out", plan.folder())
    #expect(outcome.exit == 1)
    #expect(
      outcome.error == """
        turnlab: The folder “\(plan.folder())” is not empty.
        Name another one with --out, or resume the run in it: turnlab run \(plan.path) --resume \(plan.folder())

        """)
    #expect(try plan.scratch.bytes(of: "run/precious") == [1])
  }

  @Test("repeats every option that makes it this run in the command that goes on with it")
  func repeatsOptions() throws {
    try plan.scratch.write([1], to: "run/precious")
    let options = ["--mode", "loopback", "--seed", "3", "--select", "stt=*", "--shard", "2/2"]
    let outcome = Program().run(["run", plan.path, "--out", plan.folder()] + options)
    #expect(
      outcome.error.hasSuffix(
        "turnlab run \(plan.path) --mode loopback --seed 3 --select 'stt=*' --shard 2/2 "
          + "--resume \(plan.folder())\n"))
  }

  @Test("says why a folder cannot be made")
  func refusesFileAsFolder() throws {
    let outcome = Program.run("run", plan.path, "--out", plan.path + "/run")
    #expect(outcome.exit == 1)
    #expect(outcome.error.contains("/run” cannot be made: Not a directory.\n"))
  }

  @Test("refuses to resume the record of another run")
  func refusesForeignRecord() throws {
    #expect(Program.run("run", plan.path, "--out", plan.folder()).exit == 0)
    let before = try plan.contents(of: "run")
    let outcome = Program.run("run", plan.path, "--seed", "2", "--resume", plan.folder())
    #expect(outcome.exit == 5)
    #expect(
      outcome.error == """
        turnlab: The record “\(plan.folder())/record.jsonl” was made with the seed 10.
        Resume with the plan and options that it was made with, or run into another folder.

        """)
    #expect(try plan.contents(of: "run") == before)
    #expect(Program.run("run", plan.path, "--resume", plan.folder("none")).exit == 5)
  }

  @Test("resumes a record that was cut off to the folder of an uninterrupted run")
  func resumes() throws {
    #expect(Program.run("run", plan.path, "--out", plan.folder("whole")).exit == 0)
    let record = try plan.scratch.bytes(of: "whole/record.jsonl")
    try plan.scratch.write(record[..<(record.count / 2)], to: "cut/record.jsonl")
    try plan.scratch.write(try plan.scratch.bytes(of: "whole/plan.yaml"), to: "cut/plan.yaml")
    #expect(Program.run("run", plan.path, "--resume", plan.folder("cut")).exit == 0)
    #expect(try plan.contents(of: "cut") == plan.contents(of: "whole"))
  }

  @Test("names every key that a live run lacks, and an empty one is none")
  func namesMissingKeys() throws {
    for variables in [[:], ["DEEPGRAM_API_KEY": "", "OPENAI_API_KEY": ""]] {
      let outcome = Program(variables: variables).run([
        "run", plan.path, "--mode", "live", "--out", plan.folder(),
      ])
      #expect(outcome.exit == 78)
      #expect(
        outcome.error == """
          turnlab: A live run of this plan needs DEEPGRAM_API_KEY and OPENAI_API_KEY in the environment.
          Export the keys, or measure emulated providers with --mode offline.

          """)
    }
    let outcome = Program.run(
      "run", plan.path, "--mode", "live", "--out", plan.folder(), variables: ["OPENAI_API_KEY": "secret"])
    #expect(outcome.exit == 78)
    #expect(outcome.error.contains("needs DEEPGRAM_API_KEY in"))
    #expect(!outcome.error.contains("secret"))
    #expect(!FileManager.default.fileExists(atPath: plan.folder()))
  }

  @Test("shows all problems of a plan and ends with 78")
  func reportsPlan() throws {
    let path = try plan.scratch.write(Array("name: x\nworkloads: [tutro]\nmatrix: {}\n".utf8), to: "bad.yaml")
    let outcome = Program.run("run", path)
    #expect(outcome.exit == 78)
    #expect(outcome.error.hasPrefix("turnlab: The plan \(path) has 4 problems, so nothing was run.\n"))
    #expect(outcome.error.contains("  \(path):2:13: “tutro” is not a workload"))
    #expect(outcome.error.hasSuffix("\nCorrect the lines named.\n"))
    #expect(outcome.output.isEmpty)

    let missing = Program.run("run", plan.scratch.file("none.yaml"))
    #expect(missing.exit == 78)
    #expect(missing.error.contains("There is no file \(plan.scratch.file("none.yaml"))"))
  }

  @Test(
    "ends with 64 when it was called in a way that it does not know",
    arguments: [
      (["--wrokers", "2"], "Unknown option '--wrokers'. Did you mean '--workers'?"),
      (["--shard", "5/2"], "The value '5/2' is invalid for '--shard <shard>'"),
      (["--shard", "0/2"], "The value '0/2' is invalid for '--shard <shard>'"),
      (["--shard", "half"], "The value 'half' is invalid for '--shard <shard>'"),
      (["--mode", "onlin"], "Please provide one of 'offline', 'loopback' or 'live'."),
      (["--workers", "0"], "--workers is 0; it must be at least 1."),
      (["--out", "a", "--resume", "b"], "--out and --resume exclude each other"),
      (["--select", "nova"], "--select “nova” is not of the form AXIS=PATTERN."),
    ])
  func reportsUsage(arguments: [String], sentence: String) throws {
    let outcome = Program().run(["run", plan.path] + arguments)
    #expect(outcome.exit == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.contains(sentence))
  }

  @Test("draws its progress on a terminal only, and removes it before the report")
  func drawsProgress() throws {
    let outcome = Program(errorIsTerminal: true).run(["run", plan.path, "--out", plan.folder()])
    #expect(outcome.exit == 0)
    let erase = "\r\u{1B}[K"
    let empty = String(repeating: "░", count: 30)
    let full = String(repeating: "█", count: 30)
    #expect(outcome.error.hasPrefix("\(erase)\(empty) 0 %  0/4 conversations, 0 turns\(erase)"))
    #expect(
      outcome.error.hasSuffix(
        "\(erase)\(full) 100 %  4/4 conversations, 4 turns\(erase)Reports: \(plan.folder())/report.html\n"))
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test("colours the table on a terminal")
  func coloursTable() throws {
    let outcome = Program(outputIsTerminal: true).run(["run", plan.path, "--out", plan.folder()])
    #expect(outcome.output.contains("\u{1B}["))
  }
}
