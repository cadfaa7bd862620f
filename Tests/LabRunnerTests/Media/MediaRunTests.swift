import LabEmulation
import LabPlan
import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("A conversation whose caller is elsewhere")
struct MediaRunTests {
  private static let still = LegProfile(PathProfile(delay: .zero), nameLookup: .fixed(.zero))

  private static func results(delay: Int, loss: LossModel = .none) throws -> [SmokeRun.Result] {
    var run = SmokeRun(network: ["call"])
    let media = LegProfile(PathProfile(delay: .milliseconds(delay), loss: loss))
    run.plan.networks = [
      NetworkProfile(name: "call", summary: "", legs: NetworkLegs(standard: still, media: media))
    ]
    return try run.results()
  }

  private static func part(_ name: String, of turn: TurnRecord) -> Double? {
    CriticalPath.explain(turn.events)?.first { $0.name == name }?.duration.milliseconds
  }

  @Test("waits for its voice in both directions, and the network owns the wait")
  func delay() throws {
    let near = try #require(try Self.results(delay: 10).first).turns
    let far = try #require(try Self.results(delay: 90).first).turns
    #expect(near.count == 2 && far.count == 2)
    for (near, far) in zip(near, far) {
      #expect(near.outcome == .completed && far.outcome == .completed)
      let (up, farUp) = (
        try #require(Self.part("media.uplink", of: near)), try #require(Self.part("media.uplink", of: far))
      )
      // A packet of 20 ms, the way, the lookahead of the codec, and the wait for the next 20 ms.
      #expect((36...60).contains(up))
      #expect(abs(farUp - up - 80) < 1)
      let (down, farDown) = (
        try #require(Self.part("media.downlink", of: near)),
        try #require(Self.part("media.downlink", of: far))
      )
      #expect((30...70).contains(down))
      // The reply begins elsewhere within the 20 ms of a packet.
      #expect(abs(farDown - down - 80) <= 20.5)
      let parts = try #require(CriticalPath.explain(far.events))
      let whole = try #require(MetricCatalogue.voiceToVoice.measure(far.events).value)
      #expect(parts.reduce(0) { $0 + $1.nanoseconds } == whole.nanoseconds)
      #expect(!parts.contains { $0.owner == .unattributed })
    }
  }

  @Test("hears made-up frames where packets are lost, and counts them")
  func loss() throws {
    let whole = try #require(try Self.results(delay: 10).first)
    let lossy = try #require(try Self.results(delay: 10, loss: .independent(0.05)).first)
    func concealed(_ result: SmokeRun.Result) -> Int {
      result.turns.reduce(result.end.counts.concealedFrames) { $0 + $1.counts.concealedFrames }
    }
    #expect(concealed(whole) == 0)
    #expect(concealed(lossy) > 20)
    #expect(lossy.turns.count == 2)
  }

  @Test("is the same for the same seed")
  func reproducible() throws {
    #expect(
      try Self.results(delay: 40, loss: .independent(0.02))
        == Self.results(delay: 40, loss: .independent(0.02)))
  }
}
