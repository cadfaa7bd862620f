import Foundation
import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("RecordMerge")
struct RecordMergeTests {
  /// A run of four conversations, whole and in three shards.
  private let run: ShortRun
  private let whole: [UInt8]

  init() throws {
    run = try ShortRun(repeats: 2)
    whole = try run.record("whole.jsonl")
    for index in 1...3 {
      try run.record("\(index).jsonl", shard: .init(index: index, count: 3))
    }
  }

  private func merge(_ names: [String], into output: String = "merged.jsonl") throws {
    try RecordMerge.merge(names.map(run.scratch.file), into: run.scratch.file(output))
  }

  private func refusal(_ names: [String]) throws -> RecordError {
    let error = try #require(throws: RecordError.self) { try merge(names) }
    #expect(error.code == .notComparable)
    #expect(!FileManager.default.fileExists(atPath: run.scratch.file("merged.jsonl")))
    return error
  }

  @Test("joins all shards in any order to the bytes of the unsharded run, record and reports")
  func mergesShards() throws {
    let reports = try run.reports(of: "whole.jsonl")
    for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
      try merge(order.map { "\($0).jsonl" })
      #expect(try run.scratch.bytes(of: "merged.jsonl") == whole, "in the order \(order)")
      #expect(try run.reports(of: "merged.jsonl") == reports, "in the order \(order)")
    }
  }

  @Test("joins shards that were computed by several workers")
  func mergesParallelShards() throws {
    for index in 1...2 { try run.record("p\(index).jsonl", shard: .init(index: index, count: 2), workers: 3) }
    try merge(["p2.jsonl", "p1.jsonl"])
    #expect(try run.scratch.bytes(of: "merged.jsonl") == whole)
  }

  @Test("copies a run that is not cut into shards")
  func mergesWholeRun() throws {
    try merge(["whole.jsonl"])
    #expect(try run.scratch.bytes(of: "merged.jsonl") == whole)
  }

  @Test("refuses when a shard is missing")
  func refusesMissingShard() throws {
    let error = try refusal(["1.jsonl", "3.jsonl"])
    #expect(
      error.message == "No record holds conversation 2 of the run; a shard is missing or unfinished.")
  }

  @Test("refuses when a shard is named twice")
  func refusesRepeatedShard() throws {
    let error = try refusal(["1.jsonl", "2.jsonl", "3.jsonl", "2.jsonl"])
    #expect(error.message.contains("2.jsonl” holds conversations that another one holds too."))
    #expect(error.hint == "Name each shard once.")
  }

  @Test("refuses when a shard lacks its end, whether a conversation or only the footer is missing")
  func refusesIncompleteShard() throws {
    let all = lines(of: try run.scratch.bytes(of: "2.jsonl"))
    try run.scratch.write(all.dropLast().flatMap { $0 }, to: "unfinished.jsonl")
    let noFooter = try refusal(["1.jsonl", "unfinished.jsonl", "3.jsonl"])
    #expect(noFooter.message.hasSuffix("unfinished.jsonl” is not complete."))
    #expect(noFooter.hint == "Finish it with --resume before merging.")

    try run.scratch.write(all.dropLast(2).flatMap { $0 }, to: "unfinished.jsonl")
    let noConversation = try refusal(["1.jsonl", "unfinished.jsonl", "3.jsonl"])
    #expect(noConversation.message.hasPrefix("No record holds conversation 2 of the run"))
  }

  @Test("refuses records of different runs")
  func refusesOtherRun() throws {
    let other = try ShortRun(seed: 2, repeats: 2)
    let foreign = try other.record("2.jsonl", shard: .init(index: 2, count: 3))
    try run.scratch.write(foreign, to: "foreign.jsonl")
    let error = try refusal(["1.jsonl", "foreign.jsonl", "3.jsonl"])
    #expect(error.message.hasSuffix("foreign.jsonl” is of another run than the first one named."))
  }

  @Test("refuses to merge nothing")
  func refusesNothing() throws {
    let error = try #require(throws: RecordError.self) { try merge([]) }
    #expect(error.code == .usage)
  }
}
