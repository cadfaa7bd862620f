import Foundation
import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("PlanRunner")
struct PlanRunnerTests {
  @Test("writes the same bytes however many workers compute them", arguments: [1, 2, 5])
  func isIndependentOfWorkers(workers: Int) throws {
    let run = try ShortRun()
    #expect(try run.record("many.jsonl", workers: workers) == run.record("one.jsonl"))
  }

  @Test("keeps whole conversations when it is cancelled, and can be resumed to the uninterrupted bytes")
  func canBeCancelled() throws {
    let run = try ShortRun()
    let whole = try run.record("whole.jsonl")
    let runner = try run.runner()
    let file = try RecordFile.create(path: run.scratch.file("cut.jsonl"), header: runner.header)
    var ended = 0
    _ = try runner.run(into: file, done: [], services: .emulated()) { event in
      guard case .conversationEnded = event else { return }
      ended += 1
      if ended == 2 { runner.cancel() }
    }
    #expect(runner.isCancelled)
    let cut = try run.scratch.bytes(of: "cut.jsonl")
    #expect(whole.starts(with: cut))
    let (done, bytes) = try run.resume("cut.jsonl", with: try run.runner())
    #expect((2..<6).contains(done))
    #expect(bytes == whole)
  }

  @Test("tells how much there is to do, and how much of it a resumed record holds")
  func tellsProgress() throws {
    let run = try ShortRun()
    let all = lines(of: try run.record("cut.jsonl"))
    try run.scratch.write(all[..<5].flatMap { $0 }, to: "cut.jsonl")
    let runner = try run.runner()
    let (file, done) = try RecordFile.resume(path: run.scratch.file("cut.jsonl"), header: runner.header)
    var started: [Int] = []
    var ended: [Int] = []
    _ = try runner.run(into: file, done: done, services: .emulated()) { event in
      switch event {
      case .started(let conversations, let alreadyDone): started += [conversations, alreadyDone]
      case .conversationEnded(let end): ended.append(end.conversation.position)
      case .turnEnded, .note: break
      }
    }
    #expect(started == [6, 2])
    #expect(ended == [2, 3, 4, 5])
  }

  @Test("refuses a plan whose corpus lacks its conversations or its workload")
  func refusesMissingConversations() throws {
    let run = try ShortRun()
    func refusal(_ change: (inout RunPlan) -> Void) throws -> RunError {
      var plan = run.plan
      change(&plan)
      return try #require(throws: RunError.self) { try PlanRunner(RunRequest(plan: plan, mode: .offline)) }
    }
    let corpus = run.scratch.file("corpus")
    #expect(
      try refusal { $0.workloads[0].conversations = ["radius", "diameter"] }.message
        == "The corpus “\(corpus)” has no conversation “diameter”.")
    #expect(
      try refusal { $0.workloads[0].workload = "capture" }.message
        == "The corpus “\(corpus)” has no conversation for the workload “capture”.")
  }
}
