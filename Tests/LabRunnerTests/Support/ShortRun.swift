import Foundation
import LabAnalysis
import LabPlan
import LabRecord
import LabReports
import LabTimeline
import TestSupport

@testable import LabRunner

/// A run of six short conversations in two cells, cheap enough to be had again and again.
struct ShortRun {
  let scratch: ScratchFolder
  let plan: RunPlan

  /// - Parameter more: Lines to add to the plan.
  init(seed: UInt64 = 1, repeats: Int = 3, adding more: String = "") throws {
    scratch = try ScratchFolder()
    try ShortCorpus.write(into: scratch)
    let text = """
      name: short
      corpus: \(scratch.file("corpus"))
      workloads: [tutor]
      matrix:
        stt: [deepgram/nova-3, deepgram/nova-2]
        llm: [openai/gpt-4o-mini]
        tts: [deepgram/aura-2]
      repeats: \(repeats)
      seed: \(seed)
      emulation:
        openai/gpt-4o-mini: {sentences: [1, 1]}
      \(more)
      """
    plan = try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
  }

  func runner(
    mode: RunMode = .offline, repeats: Int? = nil, shard: RecordHeader.Shard? = nil, workers: Int = 1
  ) throws -> PlanRunner {
    var plan = plan
    if let repeats { plan.repeats = repeats }
    return try PlanRunner(RunRequest(plan: plan, mode: mode, shard: shard, workers: workers))
  }

  /// Measures everything into a new record and returns the record's bytes.
  @discardableResult
  func record(
    _ name: String, repeats: Int? = nil, shard: RecordHeader.Shard? = nil, workers: Int = 1
  ) throws -> [UInt8] {
    let runner = try runner(repeats: repeats, shard: shard, workers: workers)
    let file = try RecordFile.create(path: scratch.file(name), header: runner.header)
    _ = try runner.run(into: file, done: [], services: .emulated()) { _ in }
    return try scratch.bytes(of: name)
  }

  /// Goes on with a record and returns how many conversations it held and the bytes it has in the end.
  func resume(_ name: String, with runner: PlanRunner) throws -> (done: Int, bytes: [UInt8]) {
    let (file, done) = try runner.resume(scratch.file(name))
    _ = try runner.run(into: file, done: done, services: .emulated()) { _ in }
    return (done.count, try scratch.bytes(of: name))
  }

  /// The reports that are made from a record, by name.
  func reports(of name: String) throws -> [String: [UInt8]] {
    let analysis = try RunAnalysis.read(
      records: [scratch.file(name)], instrument: nil, environment: nil)
    return Dictionary(
      uniqueKeysWithValues: try ReportFolder.files(for: analysis).map { ($0.name, $0.bytes) })
  }
}

/// Cuts a record's bytes into lines, each with its newline.
func lines(of record: [UInt8]) -> [[UInt8]] {
  record.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true).map {
    $0 + [UInt8(ascii: "\n")]
  }
}
