import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab report and merge")
struct ReportAndMergeTests {
  private let plan: ShortPlan

  init() throws { plan = try ShortPlan() }

  @Test("makes the reports of a folder again")
  func makesReportsAgain() throws {
    let first = Program.run("run", plan.path, "--out", plan.folder())
    let before = try plan.contents(of: "run")
    for name in ["report.json", "cells.csv", "report.html"] {
      try FileManager.default.removeItem(atPath: plan.folder() + "/" + name)
    }
    let outcome = Program.run("report", plan.folder())
    #expect(outcome.exit == 0)
    #expect(outcome.output == first.output)
    #expect(outcome.error == "Reports: \(plan.folder())/report.html\n")
    #expect(try plan.contents(of: "run") == before)
    #expect(Program.run("report", plan.folder(), "--json").output.hasPrefix("{\n"))
  }

  @Test("ends with 5 when there is no record")
  func reportsMissingFolder() throws {
    let outcome = Program.run("report", plan.folder("none"))
    #expect(outcome.exit == 5)
    #expect(
      outcome.error == """
        turnlab: The record '\(plan.folder("none"))/record.jsonl' is not there or cannot be read.
        Name a run folder.

        """)
    #expect(!FileManager.default.fileExists(atPath: plan.folder("none")))
  }

  @Test("names the file and the line of a record that is broken")
  func reportsBrokenRecord() throws {
    #expect(Program.run("run", plan.path, "--out", plan.folder()).exit == 0)
    var record = try plan.scratch.bytes(of: "run/record.jsonl")
    let second = try #require(record.firstIndex(of: UInt8(ascii: "\n"))) + 1
    record[second] = UInt8(ascii: "x")
    try plan.scratch.write(record, to: "run/record.jsonl")
    let outcome = Program.run("report", plan.folder())
    #expect(outcome.exit == 78)
    #expect(
      outcome.error.hasPrefix("turnlab: Line 2 of '\(plan.folder())/record.jsonl' is not a line of a record"))
  }

  @Test("joins shards to the folder of the whole run")
  func merges() throws {
    #expect(Program.run("run", plan.path, "--out", plan.folder("whole")).exit == 0)
    for part in 1...3 {
      #expect(
        Program.run("run", plan.path, "--shard", "\(part)/3", "--out", plan.folder("\(part)")).exit == 0)
    }
    let outcome = Program.run(
      "merge", plan.folder("3"), plan.folder("1"), plan.folder("2"), "--out", plan.folder("merged"))
    #expect(outcome.exit == 0)
    #expect(outcome.error == "Reports: \(plan.folder("merged"))/report.html\n")
    #expect(try plan.contents(of: "merged") == plan.contents(of: "whole"))
  }

  @Test("can be called again after a shard was missing")
  func refusesMissingShard() throws {
    for part in 1...2 {
      #expect(
        Program.run("run", plan.path, "--shard", "\(part)/2", "--out", plan.folder("\(part)")).exit == 0)
    }
    let refused = Program.run("merge", plan.folder("1"), "--out", plan.folder("merged"))
    #expect(refused.exit == 5)
    #expect(refused.error.contains("a shard is missing or unfinished.\n"))
    let outcome = Program.run("merge", plan.folder("1"), plan.folder("2"), "--out", plan.folder("merged"))
    #expect(outcome.exit == 0)
  }

  @Test("refuses to merge into a folder that holds anything, and to merge nothing")
  func refusesMerge() throws {
    try plan.scratch.write([1], to: "full/precious")
    let full = Program.run("merge", plan.folder("1"), "--out", plan.folder("full"))
    #expect(full.exit == 1)
    #expect(
      full.error
        == "turnlab: The folder “\(plan.folder("full"))” is not empty.\nName another one with --out.\n")
    #expect(Program.run("merge", "--out", plan.folder("merged")).exit == 64)
  }
}
