import LabEmulation
import LabTimeline
import TestSupport
import Testing

@testable import LabPlan

@Suite("The networks of a plan")
struct NetworkReaderTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func read(_ networks: String, named name: String = "mine") throws -> RunPlan {
    let text = """
      name: networks
      workloads: [tutor]
      matrix: {stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2], network: [\(name)]}
      networks:

      """
    return try PlanReader.read(try scratch.write(Array((text + networks).utf8), to: "plan.yaml"))
  }

  /// The lines and messages of what is wrong with networks that begin on line 5.
  private func problems(_ networks: String) throws -> [String] {
    do {
      _ = try read(networks)
      return []
    } catch let error as RunError {
      return error.problems.map { problem in
        let parts = problem.split(separator: ":", maxSplits: 3)
        return "\(parts[1]):\(parts[3])"
      }
    }
  }

  @Test("are read with all that can be said of them")
  func all() throws {
    let plan = try read(
      """
        mine:
          delay_ms: 30
          jitter: {ms: 4, shape: normal, correlation: 0.5}
          loss: {enter: 0.01, leave: 0.3, bad: 0.5}
          up: {rate_kbps: 2000, buffer_bytes: 64000, delay_ms: 35}
          down: {reordering: {probability: 0.01, by_ms: 3}}
          name_lookup: {fixed: {ms: 9}}
          outages:
            - {at_ms: 5000, for_ms: 200}
            - {mean_every_ms: 60000, for_ms: {lognormal: {median_ms: 800, sigma: 0.5}}}
          least_timeout_ms: 1000
          initial_window: 4
          legs:
            openai/*: {delay_ms: 90}
          media: 4g
      """)
    let legs = try #require(plan.network(named: "mine")?.legs)
    let leg = legs.standard
    #expect(leg.up.delay == .milliseconds(35) && leg.down.delay == .milliseconds(30))
    #expect(leg.up.jitter == Jitter(.milliseconds(4), shape: .normal, correlation: 0.5))
    #expect(leg.down.loss == .gilbertElliott(.init(enter: 0.01, leave: 0.3, bad: 0.5)))
    #expect(leg.up.bottleneck == .init(bitsPerSecond: 2_000_000, buffer: 64_000))
    #expect(leg.down.bottleneck == nil)
    #expect(leg.down.reordering == .init(probability: 0.01, by: .milliseconds(3)))
    #expect(leg.nameLookup == .fixed(.milliseconds(9)))
    #expect(leg.outages.scheduled == [.init(at: .seconds(5), duration: .milliseconds(200))])
    #expect(leg.outages.random?.every == .seconds(60))
    #expect(leg.tcp.leastVariance == .seconds(1) && leg.tcp.initialWindow == 4)
    #expect(legs.exceptions.map(\.pattern) == ["openai/*"])
    #expect(legs.exceptions.first?.leg.up.delay == .milliseconds(90))
    #expect(legs.exceptions.first?.leg.up.jitter == leg.up.jitter)
    #expect(legs.media == NetworkProfile.named("4g")?.legs?.standard)
  }

  @Test("begin with a shipped one where the plan says so")
  func from() throws {
    let plan = try read("  mine: {from: train, delay_ms: 60}\n")
    var expected = try #require(NetworkProfile.named("train")?.legs)
    expected.standard.up.delay = .milliseconds(60)
    expected.standard.down.delay = .milliseconds(60)
    #expect(plan.network(named: "mine")?.legs == expected)
  }

  @Test("have all their problems told at once, each with its line")
  func wrong() throws {
    let problems = try problems(
      """
        4g: {delay_ms: 10}
        mine:
          from: trian
          delay_ms: -3
          loss: 1.5
          buffer_bytes: 9000
          jiter_ms: 4
          outages:
            - {for_ms: 100}
            - {every_ms: 500, for_ms: 800}
          legs:
            deepgrm/*: {delay_ms: 5}
          media: wifi
      """)
    #expect(problems.count == 10)
    let lines = problems.map { $0.split(separator: ":")[0] }
    #expect(Set(lines).isSuperset(of: ["5", "7", "8", "9", "11", "13", "14", "16", "17"]))
    #expect(problems.contains { $0.contains("did you mean “train”") })
    #expect(problems.contains { $0.contains("did you mean “jitter_ms”") })
  }
}
