import LabPlan
import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("The check before a live run")
struct PreflightTests {
  private static func cell(stt: String, llm: String = "own/llm") -> Cell {
    Cell(
      workload: "tutor", stt: stt, llm: llm, tts: "own/tts", vad: "energy", network: "none", device: "none",
      preset: "balanced")
  }

  private static func call(_ id: String, _ status: ServiceCall.Status) -> ServiceCall {
    ServiceCall(id: id, kind: "stt", status: status, keyVariable: "OWN_KEY")
  }

  @Test("refuses a run whose key, account or address has to be corrected, and names each service")
  func refuses() throws {
    let failed = [
      Self.call("own/a", .keyRefused), Self.call("own/b", .noCredit), Self.call("own/c", .unreachable),
    ]
    let error = try #require(Preflight.refusal(failed, cells: [Self.cell(stt: "own/a")]))
    #expect(error.code == .serviceRefused)
    #expect(
      error.problems == [
        "own/a: The key in OWN_KEY is refused.", "own/b: The account has no credit.",
      ])
    #expect(error.hint.contains("Put a valid key for this service into OWN_KEY."))
    #expect(error.hint.contains("--no-check"))
  }

  @Test("lets a run begin of which some cells work, and stops one of which none does")
  func passing() {
    let cells = [Self.cell(stt: "own/a"), Self.cell(stt: "own/b")]
    #expect(Preflight.refusal([], cells: cells) == nil)
    #expect(Preflight.refusal([Self.call("own/a", .unreachable)], cells: cells) == nil)
    let both = [Self.call("own/a", .unreachable), Self.call("own/b", .failed)]
    #expect(Preflight.refusal(both, cells: cells)?.code == .serviceFailed)
    #expect(Preflight.refusal([Self.call("own/llm", .failed)], cells: cells)?.code == .serviceFailed)
  }
}

@Suite("First turns that all fail alike")
struct InitialFailuresTests {
  private static let cell = Cell(
    workload: "tutor", stt: "own/stt", llm: "own/llm", tts: "own/tts", vad: "energy", network: "none",
    device: "none", preset: "balanced")

  /// What is noticed at each of some turns.
  private static func noticed(_ outcomes: [TurnOutcome], limit: Int = 3) -> [RepeatedFailure?] {
    var failures = InitialFailures(limit: limit)
    return outcomes.map { failures.add($0, in: cell) }
  }

  private static let refused = TurnOutcome.failed(stage: .stt, reason: "unauthorized")

  @Test("are noticed once, at the turn that makes them enough")
  func noticesOnce() {
    let found = Self.noticed([Self.refused, Self.refused, Self.refused, Self.refused])
    let failure = RepeatedFailure(turns: 3, reason: "unauthorized", services: ["own/stt"])
    #expect(found == [nil, nil, failure, nil])
    #expect(
      failure.sentence
        == "Stopped, because the first 3 turns all failed alike: unauthorized (own/stt).")
  }

  @Test("are told with every service that failed")
  func namesServices() {
    let other = TurnOutcome.failed(stage: .tts, reason: "unauthorized")
    #expect(
      Self.noticed([Self.refused, other, Self.refused]).last??.services == ["own/stt", "own/tts"])
  }

  @Test(
    "are none when one of them was answered, missed or failed differently",
    arguments: [
      TurnOutcome.completed, .interrupted, .missed(reason: "nothing_heard"),
      .failed(stage: .stt, reason: "timed_out"),
    ])
  func needsAll(_ other: TurnOutcome) {
    for place in 0..<3 {
      var outcomes = [TurnOutcome](repeating: Self.refused, count: 6)
      outcomes[place] = other
      #expect(Self.noticed(outcomes).allSatisfy { $0 == nil }, "\(place)")
    }
  }
}
