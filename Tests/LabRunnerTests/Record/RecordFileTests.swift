import Foundation
import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("RecordFile")
struct RecordFileTests {
  @Test("says in which file and why nothing can be written to a full disk")
  func reportsFullDisk() throws {
    let scratch = try ScratchFolder()
    let full = scratch.file("record.jsonl")
    try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: "/dev/full")
    let error = try #require(throws: RecordError.self) {
      try RecordFile.create(path: full, header: try ShortRun(repeats: 1).runner().header)
    }
    #expect(error.code == .writeFailed)
    #expect(error.message == "The record “\(full)” could not be written: No space left on device.")
    #expect(error.hint == "Free some space, then go on with --resume; what was measured so far is kept.")
  }

  @Test("says why a record cannot be made")
  func reportsMissingFolder() throws {
    let scratch = try ScratchFolder()
    let header = try ShortRun(repeats: 1).runner().header
    let nowhere = scratch.file("none/record.jsonl")
    let missing = try #require(throws: RecordError.self) {
      try RecordFile.create(path: nowhere, header: header)
    }
    #expect(missing.code == .folder)
    #expect(missing.message == "The record “\(nowhere)” cannot be written: No such file or directory.")
    let folder = try #require(throws: RecordError.self) {
      try RecordFile.create(path: scratch.path, header: header)
    }
    #expect(folder.message.hasSuffix("cannot be written: Is a directory."))
  }

  @Test("has every line on disk as soon as it is written")
  func writesAtOnce() throws {
    let run = try ShortRun(repeats: 1)
    let runner = try run.runner()
    let file = try RecordFile.create(path: run.scratch.file("record.jsonl"), header: runner.header)
    #expect(lines(of: try run.scratch.bytes(of: "record.jsonl")).count == 1)
    var seen: [Int] = []
    _ = try runner.run(into: file, done: [], services: .emulated()) { event in
      guard case .conversationEnded = event else { return }
      let onDisk = FileManager.default.contents(atPath: run.scratch.file("record.jsonl")) ?? Data()
      seen.append(lines(of: Array(onDisk)).count)
    }
    #expect(seen == [3, 5])
  }
}
