import Foundation
import LabRecord
import LabTimeline
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("A run that is stopped from outside")
struct KilledRunTests {
  @Test("is resumed after kill -9 to the bytes of an uninterrupted run")
  func survivesKill() async throws {
    let plan = try ShortPlan(repeats: 12)
    let program = try BuiltProgram(
      ["run", plan.path, "--workers", "1", "--out", plan.folder("killed")], in: plan.scratch)
    #expect(waitUntil { conversations(in: plan.folder("killed")) > 0 })
    program.signal(SIGKILL)
    #expect(program.wait().exit == -SIGKILL)
    #expect((1..<24).contains(conversations(in: plan.folder("killed"))))
    #expect(!FileManager.default.fileExists(atPath: plan.folder("killed") + "/report.json"))

    #expect(Program.run("run", plan.path, "--resume", plan.folder("killed")).exit == 0)
    #expect(Program.run("run", plan.path, "--out", plan.folder("whole")).exit == 0)
    #expect(try plan.contents(of: "killed") == plan.contents(of: "whole"))
  }

  @Test("ends with 130 on Ctrl-C, keeps what it measured, and is resumed to its end", .needs(.realTime))
  func survivesInterruption() async throws {
    let plan = try ShortPlan(repeats: 1)
    let (path, folder) = (plan.path, plan.folder())
    let scratch = plan.scratch
    let outcome = try await onOwnThread {
      let program = try BuiltProgram(["run", path, "--mode", "loopback", "--out", folder], in: scratch)
      #expect(waitUntil { conversations(in: folder) == 1 })
      program.signal(SIGINT)
      return program.wait()
    }
    #expect(outcome.exit == 130)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.error == """
        Interrupted. What was measured is kept; resume with:
          turnlab run \(path) --mode loopback --resume \(folder)

        """)
    #expect(conversations(in: folder) == 1)

    let report = Program.run("report", folder, "--json")
    #expect(report.exit == 0)
    let resumed = try await onOwnThread { Program.run("run", path, "--mode", "loopback", "--resume", folder) }
    expectMeasured(resumed)
    #expect(conversations(in: folder) == 2)
    var reader = try RecordReader(path: folder + "/record.jsonl")
    var last: RecordLine?
    while let line = try reader.next() { last = line }
    #expect(last == .footer(RecordFooter(conversations: 2, turns: 2)))
  }

  @Test("says that the disk is full, keeps what it wrote, and is resumed when there is room")
  func survivesFullDisk() throws {
    let plan = try ShortPlan()
    // A limit on the size of files stands in for a disk without room: blocks of 512 bytes, the signal ignored.
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\" 2>\"$0\"", plan.scratch.file("errors"),
      BuiltProgram.path.path,
      "run", plan.path, "--out", plan.folder(),
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 1)
    let record = plan.folder() + "/record.jsonl"
    #expect(
      String(decoding: try plan.scratch.bytes(of: "errors"), as: UTF8.self) == """
        turnlab: The record “\(record)” could not be written: File too large.
        Free some space, then go on with --resume; what was measured so far is kept.

        """)
    #expect(Program.run("run", plan.path, "--resume", plan.folder()).exit == 0)
    #expect(Program.run("run", plan.path, "--out", plan.folder("whole")).exit == 0)
    #expect(try plan.contents(of: "run") == plan.contents(of: "whole"))
  }
}

/// How many conversations a run folder's record holds whole.
private func conversations(in folder: String) -> Int {
  let record = FileManager.default.contents(atPath: folder + "/record.jsonl") ?? Data()
  return String(decoding: record, as: UTF8.self).split(separator: "\n").count {
    $0.contains(#""type":"conversation""#) && $0.hasSuffix("}")
  }
}
