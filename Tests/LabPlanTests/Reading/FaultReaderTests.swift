import LabConversation
import LabEmulation
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabPlan

@Suite("Faults and retries in a plan")
struct FaultReaderTests {
  private static let head = [
    "name: faulty", "workloads: [tutor]", "matrix:", "  stt: [deepgram/nova-3]",
    "  llm: [openai/gpt-4o-mini]", "  tts: [deepgram/aura-2]",
  ]

  private func plan(_ lines: String...) throws -> RunPlan {
    let scratch = try ScratchFolder()
    let text = (Self.head + lines).joined(separator: "\n")
    return try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
  }

  /// The problems of a plan as `line: message`; the first line after the head is the seventh.
  private func problems(_ lines: String...) throws -> [String] {
    let scratch = try ScratchFolder()
    let text = (Self.head + lines).joined(separator: "\n")
    let path = try scratch.write(Array(text.utf8), to: "plan.yaml")
    do {
      _ = try PlanReader.read(path)
      return []
    } catch let error as RunError {
      return error.problems.map { problem in
        let parts = problem.dropFirst(path.count + 1).split(separator: ":", maxSplits: 2)
        return "\(parts[0]):\(parts[2])"
      }
    }
  }

  @Test("are read with everything that can be said of them")
  func reads() throws {
    let plan = try plan(
      "emulation:", "  faults:", "    - refused",
      "    - {fault: rate_limited, provider: openai/*, probability: 0.05, retry_after_ms: 1500}",
      "    - {fault: silence, stage: stt, every: 3, after_bytes: 2000, for_ms: 800, most: 2}",
      "    - {fault: wrong_sample_rate, provider: deepgram/aura-2, turn: 2, times: 2}",
      "retries: {count: 2, first_ms: 100, factor: 3, longest_ms: 5000, jitter: 0.25, stages: [llm], on: [refused]}",
      "reconnect: {count: 1}", "patience_ms: 4000")
    #expect(
      plan.emulation.faults.rules == [
        FaultRule(.refused),
        FaultRule(
          .rateLimited, provider: "openai/*", occasion: .probability(0.05), duration: .milliseconds(1500)),
        FaultRule(
          .silence, stage: .stt, occasion: .every(3), position: .bytes(2000), duration: .milliseconds(800),
          most: 2),
        FaultRule(.wrongSampleRate, provider: "deepgram/aura-2", occasion: .turn(2), times: 2),
      ])
    let retries = try #require(plan.recovery.retries)
    #expect(
      retries
        == AttemptPolicy(
          count: 2, firstDelay: .milliseconds(100), factor: 3, longestDelay: .seconds(5), jitter: 0.25,
          stages: [.llm], reasons: ["refused"]))
    #expect(plan.recovery.reconnect?.reasons == AttemptPolicy.sessionReasons)
    #expect(plan.recovery.patience == .seconds(4))
  }

  @Test("are none, and nothing is tried again, in a plan that does not speak of them")
  func none() throws {
    let plan = try plan()
    #expect(plan.emulation.faults.isEmpty)
    #expect(plan.recovery == .none)
    #expect(try self.plan("retries: off", "reconnect: off").recovery == .none)
  }

  @Test("can differ on the baseline's arm")
  func baseline() throws {
    let plan = try plan(
      "emulation:", "  faults: [server_error]", "retries: {count: 1}", "baseline:", "  retries: off",
      "  emulation:", "    faults: []")
    #expect(plan.emulation(of: .baseline).faults.isEmpty)
    #expect(plan.recovery(of: .baseline).retries == nil)
    #expect(plan.recovery(of: .candidate).retries?.count == 1)
  }

  @Test("are refused with the line and what was probably meant")
  func mistakes() throws {
    func found(_ rule: String) throws -> [String] { try problems("emulation:", "  faults:", "    - \(rule)") }
    let known = Fault.allCases.map(\.rawValue).joined(separator: ", ")
    #expect(
      try found("rate_limitd") == [
        "9: item 1 of “faults” cannot be “rate_limitd”; it is one of \(known); did you mean “rate_limited”?"
      ])
    #expect(
      try found("{fault: silence, probabilty: 0.5}") == [
        "9: “probabilty” is not a key of item 1 of “faults”; did you mean “probability”?"
      ])
    #expect(
      try found("{fault: refused, after_ms: 5}") == [
        "9: “after_ms” is not a key of item 1 of “faults”"
      ])
    #expect(
      try found("{fault: refused, every: 2, turn: 1}") == [
        "9: “every” and “turn” cannot stand together; keep one of them"
      ])
    #expect(
      try found("{fault: silence, after_ms: 2, after_bytes: 1}") == [
        "9: “after_ms” and “after_bytes” cannot stand together; keep one of them"
      ])
    #expect(
      try found("{fault: truncated_audio, stage: llm}") == [
        "9: “truncated_audio” would happen to nobody: it belongs to tts, and no such emulated provider is meant"
      ])
    #expect(try found("{provider: openai/*}") == ["9: “fault” is missing from item 1 of “faults”"])
    #expect(try found("{fault: silence, probability: 2}") == ["9: “probability” is 2; it must be 0 to 1"])
    #expect(
      try #require(try found("{fault: silence, provider: deepgram/nova3}").first)
        .hasSuffix("did you mean “deepgram/nova-3”?"))
  }

  @Test("have retries whose mistakes are named")
  func retryMistakes() throws {
    #expect(try problems("retries: {first_ms: 5}") == ["7: “count” is missing from “retries”"])
    #expect(
      try problems("retries: twice") == [
        "7: this must be off, or a mapping such as {count: 2, first_ms: 500}"
      ])
    #expect(
      try problems("reconnect: {count: 1, stages: [stt]}") == ["7: “stages” is not a key of “reconnect”"])
    #expect(
      try problems("retries: {count: 1, longest_ms: 10}") == [
        "7: “longest_ms” is shorter than the first wait"
      ])
    #expect(
      try #require(try problems("retries: {count: 1, on: [rate_limit]}").first)
        .hasSuffix("did you mean “rate_limited”?"))
  }
}
