import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("Resuming a record with pairs or with more repeats")
struct ExtensionTests {
  private static let arms = [nil, "baseline: {draws: independent}"]

  @Test("with more repeats ends in the bytes of the long run had at once", arguments: arms)
  func extends(baseline: String?) throws {
    let run = try ShortRun(repeats: 1, adding: "warmup: 1\n" + (baseline ?? ""))
    try run.record("grown.jsonl")
    let long = try run.record("long.jsonl", repeats: 3)
    for repeats in [2, 3] {
      let (_, bytes) = try run.resume("grown.jsonl", with: try run.runner(repeats: repeats))
      #expect(bytes == (repeats == 3 ? long : try run.record("two.jsonl", repeats: 2)))
    }
    #expect(try run.reports(of: "grown.jsonl") == run.reports(of: "long.jsonl"))
  }

  @Test("cut anywhere, before or while it grows, ends in the same bytes")
  func survivesCuts() throws {
    let run = try ShortRun(repeats: 1, adding: "baseline: {draws: independent}")
    let short = try run.record("short.jsonl")
    let long = try run.record("long.jsonl", repeats: 2)
    let runner = try run.runner(repeats: 2)
    let header = lines(of: short)[0].count
    for (record, least) in [(short, header), (long, 0)] {
      for length in stride(from: least, through: record.count, by: 5003) {
        try run.scratch.write(record[..<length], to: "cut.jsonl")
        let (done, bytes) = try run.resume("cut.jsonl", with: runner)
        #expect(bytes == long, "cut after \(length) bytes")
        #expect(done % 2 == 0, "cut after \(length) bytes")
      }
    }
  }

  @Test("loses nothing when the program is stopped while it measures the further repeats")
  func survivesCancelling() throws {
    let run = try ShortRun(repeats: 1, adding: "baseline: {}")
    let short = try run.record("grown.jsonl")
    let long = try run.record("long.jsonl", repeats: 4)
    let runner = try run.runner(repeats: 4)
    let (file, done) = try runner.resume(run.scratch.file("grown.jsonl"))
    #expect(done == [0, 1, 2, 3])
    _ = try runner.run(into: file, done: done, services: .emulated()) { event in
      if case .conversationEnded = event { runner.cancel() }
    }
    let cut = try run.scratch.bytes(of: "grown.jsonl")
    let kept = lines(of: short).dropFirst().dropLast()
    #expect(Array(lines(of: cut).dropFirst().prefix(kept.count)) == Array(kept))
    #expect(try run.resume("grown.jsonl", with: try run.runner(repeats: 4)).bytes == long)
  }

  @Test("of a pair that is half there measures both again")
  func dropsHalfPair() throws {
    let run = try ShortRun(repeats: 1, adding: "baseline: {}")
    let all = lines(of: try run.record("whole.jsonl"))
    // A header, four conversations of a turn and an end each, a footer.
    #expect(all.count == 10)
    let cut = [all[0], all[1], all[2], all[5], all[6], all[7], all[8]].flatMap { $0 }
    try run.scratch.write(cut, to: "cut.jsonl")
    let (file, done) = try run.runner().resume(run.scratch.file("cut.jsonl"))
    try file.close()
    #expect(done == [2, 3])
    #expect(lines(of: try run.scratch.bytes(of: "cut.jsonl")) == [all[0]] + all[5...8])
  }

  @Test("with the same repeats measures nothing", arguments: arms)
  func sameRepeats(baseline: String?) throws {
    let run = try ShortRun(repeats: 2, adding: baseline ?? "")
    let whole = try run.record("whole.jsonl")
    let (done, bytes) = try run.resume("whole.jsonl", with: try run.runner(repeats: 2))
    #expect(done == (baseline == nil ? 4 : 8))
    #expect(bytes == whole)
  }

  @Test("with fewer repeats, or cell after cell, is refused and leaves the record as it was")
  func refuses() throws {
    let run = try ShortRun(repeats: 3)
    let path = run.scratch.file("record.jsonl")
    let whole = try run.record("record.jsonl")
    let fewer = try #require(throws: RecordError.self) { try run.runner(repeats: 2).resume(path) }
    #expect(fewer.code == .notComparable)
    #expect(fewer.message == "The record “\(path)” was made with more repeats: 6 conversations, not 4.")
    #expect(try run.scratch.bytes(of: "record.jsonl") == whole)

    let sequential = try ShortRun(repeats: 1, adding: "order: sequential")
    let other = sequential.scratch.file("record.jsonl")
    let before = try sequential.record("record.jsonl")
    let error = try #require(throws: RecordError.self) { try sequential.runner(repeats: 2).resume(other) }
    #expect(error.code == .notComparable)
    #expect(
      error.message == "The record “\(other)” cannot be gone on with for more repeats, because with "
        + "“order: sequential” they belong between what it holds.")
    #expect(try sequential.scratch.bytes(of: "record.jsonl") == before)
  }

  @Test("of another baseline is refused")
  func refusesOtherBaseline() throws {
    let run = try ShortRun(repeats: 1)
    let path = run.scratch.file("plan.yaml")
    let other = try run.scratch.write(try run.scratch.bytes(of: "plan.yaml") + [10], to: "other.yaml")
    func runner(_ baseline: String?) throws -> PlanRunner {
      try PlanRunner(RunRequest(plan: try PlanReader.read(path, baseline: baseline), mode: .offline))
    }
    let record = run.scratch.file("record.jsonl")
    try RecordFile.create(path: record, header: try runner(path).header).close()
    func difference(_ baseline: String?) throws -> String {
      try #require(throws: RecordError.self) { try runner(baseline).resume(record) }.message
    }
    #expect(try difference(other).hasSuffix("was made with another baseline (“short”)."))
    #expect(try difference(nil).hasSuffix("was made with another baseline (“short”) and other cells."))
    try run.record("alone.jsonl")
    let alone = try #require(throws: RecordError.self) {
      try runner(path).resume(run.scratch.file("alone.jsonl"))
    }
    #expect(alone.message.hasSuffix("was made with no other plan as its baseline and other cells."))
  }
}
