import LabRecord
import LabTimeline
import Testing

@testable import LabAnalysis

@Suite("The search for the highest load")
struct LoadSearchTests {
  private static func settings(upTo: Int = 1000, precision: Double = 0) -> LoadSettings {
    var settings = LoadSettings()
    settings.upTo = upTo
    settings.precision = precision
    return settings
  }

  /// Searches among services that serve so many at once, with a harness that keeps up with so many.
  private static func search(
    capacity: Int, harness: Int = .max, settings: LoadSettings
  ) -> (answer: LoadSearch.Answer, tried: [Int]) {
    var search = LoadSearch(settings)
    var tried: [Int] = []
    while let load = search.next {
      tried.append(load)
      search.note(load > harness ? .saturated : load > capacity ? .missed : .kept, at: load)
    }
    return (search.answer, tried)
  }

  @Test("finds every limit exactly when it is to", arguments: 1...130)
  func findsLimit(capacity: Int) {
    let (answer, tried) = Self.search(capacity: capacity, settings: Self.settings())
    #expect(answer.highest == capacity)
    #expect(answer.bound == capacity + 1)
    #expect(answer.boundIs == .missed)
    #expect(tried.count <= 16)
    #expect(Set(tried).count == tried.count)
  }

  @Test("comes as close as it is asked to")
  func precision() throws {
    let (answer, tried) = Self.search(capacity: 700, settings: Self.settings(precision: 0.1))
    let highest = try #require(answer.highest)
    #expect((630...700).contains(highest))
    #expect(tried.count < 15)
  }

  @Test("ends at the highest load that was asked for")
  func endsAtTop() {
    let (answer, tried) = Self.search(capacity: 5000, settings: Self.settings(upTo: 48))
    #expect(answer == LoadSearch.Answer(highest: 48, bound: nil, boundIs: nil))
    #expect(tried == [1, 2, 4, 8, 16, 32, 48])
  }

  @Test("says that it was the harness that ended it")
  func harness() {
    let (answer, _) = Self.search(capacity: 5000, harness: 37, settings: Self.settings())
    #expect(answer == LoadSearch.Answer(highest: 37, bound: 38, boundIs: .saturated))
  }

  @Test("says when no load is kept, and looks below the first one")
  func noneKept() {
    var settings = Self.settings()
    settings.from = 8
    let (none, tried) = Self.search(capacity: 0, settings: settings)
    #expect(none == LoadSearch.Answer(highest: nil, bound: 1, boundIs: .missed))
    #expect(tried == [8, 4, 2, 1])
    #expect(Self.search(capacity: 5, settings: settings).answer.highest == 5)
  }
}

@Suite("A load's judgement")
struct LoadStepTests {
  private func step(
    latencies: [Double], failed: Int = 0, harness: [String] = [], settle: Double = 10
  ) -> LoadStep {
    var settings = LoadSettings()
    settings.limitMilliseconds = 1000
    settings.settleSeconds = settle
    let identity = ConversationIdentity(position: 0, cell: 0, name: "a", iteration: 0, isWarmup: false)
    let turns = latencies.enumerated().map { index, latency in
      var trace = TurnTrace()
      trace.record(.userSpeechEnded, at: .origin)
      trace.record(.firstAudibleSample, at: .origin + .nanoseconds(Int64(latency * 1e6)))
      let outcome: TurnOutcome = index < failed ? .failed(stage: .stt, reason: "rate_limited") : .completed
      return (
        at: Double(index),
        record: TurnRecord(
          conversation: identity, turn: index, outcome: outcome, events: trace, counts: TurnCounts(),
          usage: Usage())
      )
    }
    return LoadStep(load: 4, settings: settings, turns: turns, reading: nil, harness: harness)
  }

  @Test("leaves out the settling, and holds the percentile against the limit")
  func percentile() {
    // The slow ones come while the load settles.
    let kept = step(latencies: Array(repeating: 5000, count: 10) + Array(repeating: 900, count: 40))
    #expect(kept.outcome == .kept)
    #expect(kept.turns == 40)
    #expect(kept.figure == 900)
    let missed = step(latencies: Array(repeating: 900, count: 40) + Array(repeating: 1500, count: 10))
    #expect(missed.outcome == .missed)
  }

  @Test("holds the highest value against the limit when there are too few for the percentile")
  func tooFew() {
    let step = step(latencies: [900, 900, 1100], settle: 0)
    #expect(step.figure == nil)
    #expect(step.outcome == .missed)
  }

  @Test("is missed when turns fail, however fast the others are")
  func failures() {
    #expect(step(latencies: Array(repeating: 500, count: 100), failed: 30).outcome == .missed)
  }

  @Test("is missed when nobody was answered at all")
  func nobody() {
    #expect(step(latencies: []).outcome == .missed)
  }

  @Test("says nothing of the services when the harness did not keep up")
  func saturated() {
    let step = step(latencies: Array(repeating: 500, count: 100), harness: ["1 % of the frames were late."])
    #expect(step.outcome == .saturated)
  }
}
