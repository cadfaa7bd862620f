import Foundation
import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("Resuming a record")
struct ResumeTests {
  private static let newline = UInt8(ascii: "\n")

  @Test("completes a record cut anywhere to the bytes of an uninterrupted run")
  func completesCutRecord() throws {
    let run = try ShortRun()
    let whole = try run.record("whole.jsonl")
    let runner = try run.runner()
    let ends = endsOfConversations(in: whole)
    #expect(ends.count == 6)
    // A prime, so that the cuts fall on every kind of line and on every part of one.
    for length in stride(from: 0, to: whole.count, by: 997) {
      try run.scratch.write(whole[..<length], to: "cut.jsonl")
      let (done, bytes) = try run.resume("cut.jsonl", with: runner)
      #expect(bytes == whole, "cut after \(length) bytes")
      #expect(done == ends.count { $0 <= length }, "cut after \(length) bytes")
    }
  }

  /// How many bytes it takes until a conversation's last line is there, without its newline.
  private func endsOfConversations(in record: [UInt8]) -> [Int] {
    var length = 0
    return lines(of: record).compactMap { line in
      length += line.count
      return String(decoding: line, as: UTF8.self).contains(#""type":"conversation""#) ? length - 1 : nil
    }
  }

  @Test("completes a record cut at the end of any line, or just before")
  func completesRecordCutBetweenLines() throws {
    let run = try ShortRun(repeats: 1)
    let whole = try run.record("whole.jsonl")
    let runner = try run.runner()
    let ends = whole.indices.filter { whole[$0] == Self.newline }
    for length in ends.flatMap({ [$0, $0 + 1] }) {
      try run.scratch.write(whole[..<length], to: "cut.jsonl")
      #expect(try run.resume("cut.jsonl", with: runner).bytes == whole, "cut after \(length) bytes")
    }
  }

  @Test("gives the reports of an uninterrupted run")
  func givesEqualReports() throws {
    let run = try ShortRun()
    let whole = try run.record("whole.jsonl")
    try run.scratch.write(whole[..<(whole.count * 2 / 3)], to: "cut.jsonl")
    _ = try run.resume("cut.jsonl", with: try run.runner())
    #expect(try run.reports(of: "cut.jsonl") == run.reports(of: "whole.jsonl"))
  }

  @Test("measures nothing again of a record that is whole")
  func keepsWholeRecord() throws {
    let run = try ShortRun()
    let whole = try run.record("whole.jsonl")
    let (done, bytes) = try run.resume("whole.jsonl", with: try run.runner())
    #expect(done == 6)
    #expect(bytes == whole)
  }

  @Test("drops the turns of a conversation whose end is missing, also between those of another")
  func dropsHalfConversation() throws {
    let run = try ShortRun(repeats: 1)
    let all = lines(of: try run.record("whole.jsonl"))
    // Header, the first conversation's turn, the second's turn, the second's end: as two at once would leave it.
    #expect(all.count == 6)
    let cut = [all[0], all[1], all[3], all[4]].flatMap { $0 }
    try run.scratch.write(cut, to: "cut.jsonl")
    let (file, done) = try RecordFile.resume(
      path: run.scratch.file("cut.jsonl"), header: try run.runner().header)
    try file.close()
    #expect(done == [1])
    #expect(lines(of: try run.scratch.bytes(of: "cut.jsonl")) == [all[0], all[3], all[4]])
  }

  @Test("leaves no copy behind")
  func leavesNoCopy() throws {
    let run = try ShortRun(repeats: 1)
    let whole = try run.record("whole.jsonl")
    try run.scratch.write(whole[..<(whole.count / 2)], to: "cut.jsonl")
    _ = try run.resume("cut.jsonl", with: try run.runner())
    let files = try FileManager.default.contentsOfDirectory(atPath: run.scratch.path).sorted()
    #expect(files == ["corpus", "cut.jsonl", "plan.yaml", "whole.jsonl"])
  }

  @Test("refuses a record of another plan, seed, mode, matrix or shard, and leaves it as it was")
  func refusesForeignRecord() throws {
    let run = try ShortRun(repeats: 1)
    let whole = try run.record("whole.jsonl")
    let header = try run.runner().header
    func change(_ change: (inout RecordHeader) -> Void) -> RecordHeader {
      var other = header
      change(&other)
      return other
    }
    let cases: [(RecordHeader, String)] = [
      (change { $0.plan.sha256 = "0" }, "another plan (“short”)"),
      (change { $0.seed = 2 }, "the seed 1"),
      (change { $0.mode = .loopback }, "the mode offline"),
      (change { $0.cells.removeLast() }, "other cells"),
      (change { $0.shard = .init(index: 1, count: 2) }, "another shard"),
      (change { ($0.seed, $0.mode) = (2, .loopback) }, "the mode offline and the seed 1"),
    ]
    for (wanted, difference) in cases {
      let error = try #require(throws: RecordError.self) {
        try RecordFile.resume(path: run.scratch.file("whole.jsonl"), header: wanted)
      }
      #expect(error.code == .notComparable)
      #expect(error.message.hasSuffix("was made with \(difference)."), "\(error.message)")
    }
    #expect(try run.scratch.bytes(of: "whole.jsonl") == whole)
  }

  @Test("refuses a file that is no record, and leaves it as it was")
  func refusesOtherFile() throws {
    let run = try ShortRun(repeats: 1)
    let header = try run.runner().header
    for text in ["hello", "{\"type\":\"footer\"}\n", "{\"cells\":[]}"] {
      let path = try run.scratch.write(Array(text.utf8), to: "other.jsonl")
      let error = try #require(throws: RecordError.self) {
        try RecordFile.resume(path: path, header: header)
      }
      #expect(error.message.contains(path))
      #expect(try run.scratch.bytes(of: "other.jsonl") == Array(text.utf8))
    }
    let missing = try #require(throws: RecordError.self) {
      try RecordFile.resume(path: run.scratch.file("none.jsonl"), header: header)
    }
    #expect(missing.code == .unreadable)
  }
}
