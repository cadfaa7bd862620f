import LabEmulation
import LabPlan
import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("A conversation over legs")
struct LegRunTests {
  private static func run(_ network: NetworkProfile) -> SmokeRun {
    var run = SmokeRun(network: [network.name])
    run.plan.networks = NetworkProfile.named(network.name) == nil ? [network] : []
    return run
  }

  private static func fixed(_ delay: Int, exceptions: [NetworkLegs.ProviderLeg] = []) -> NetworkProfile {
    NetworkProfile(
      name: "fixed", summary: "",
      legs: NetworkLegs(standard: leg(delay), exceptions: exceptions))
  }

  private static func leg(_ delay: Int) -> LegProfile {
    LegProfile(PathProfile(delay: .milliseconds(delay)), nameLookup: .fixed(.milliseconds(3)))
  }

  private static func metric(_ id: String, _ turn: TurnRecord) throws -> Double? {
    try #require(MetricCatalogue.metric(id)).measure(turn.events).value?.milliseconds
  }

  @Test("takes the times of its handshakes apart in the first turn, and has none in the second")
  func parts() throws {
    let turns = try #require(try Self.run(Self.fixed(20)).results().first).turns
    #expect(try Self.metric("net.llm_dns", turns[0]) == 43)
    #expect(try Self.metric("net.llm_connect", turns[0]) == 40)
    #expect(try Self.metric("net.llm_tls", turns[0]) == 40)
    #expect(try Self.metric("net.llm_setup", turns[0]) == 123)
    #expect(try Self.metric("llm.ttft", turns[0]) == 123 + 350 + 40)
    #expect(try Self.metric("net.llm_setup", turns[1]) == nil)
    #expect(try Self.metric("llm.ttft", turns[1]) == 350 + 40)
    #expect(try Self.metric("tts.ttfb", turns[1]) == 120 + 40)
  }

  @Test("goes another way to a provider that has a leg of its own")
  func exceptions() throws {
    let network = Self.fixed(20, exceptions: [.init(pattern: "openai/*", leg: Self.leg(70))])
    let turns = try #require(try Self.run(network).results().first).turns
    #expect(try Self.metric("llm.ttft", turns[1]) == 350 + 140)
    #expect(try Self.metric("tts.ttfb", turns[1]) == 120 + 40)
  }

  @Test("explains voice to voice to the nanosecond, with what the network added", arguments: ["4g", "train"])
  func contributions(name: String) throws {
    let network = try #require(NetworkProfile.named(name))
    let results = try Self.run(network).results()
    #expect(try Self.run(network).results() == results)
    for turn in results.flatMap(\.turns) where turn.outcome == .completed {
      let parts = try #require(CriticalPath.explain(turn.events))
      let whole = try #require(MetricCatalogue.voiceToVoice.measure(turn.events).value)
      #expect(parts.reduce(0) { $0 + $1.nanoseconds } == whole.nanoseconds)
      let added = parts.filter { $0.owner == .network }.reduce(0) { $0 + $1.duration.milliseconds }
      #expect(added > 60)
    }
  }

  @Test("counts what had to be carried once more, and the outages")
  func counts() throws {
    var network = Self.fixed(20)
    var legs = try #require(network.legs)
    legs.standard.up.loss = .independent(0.05)
    legs.standard.outages.scheduled = [.init(at: .seconds(3), duration: .milliseconds(300))]
    network = NetworkProfile(name: "fixed", summary: "", legs: legs)
    let result = try #require(try Self.run(network).results().first)
    let counts = result.turns.map(\.counts) + [result.end.counts]
    #expect(counts.reduce(0) { $0 + $1.retransmissions } > 5)
    #expect(counts.reduce(0) { $0 + $1.outages } == 1)
  }
}
