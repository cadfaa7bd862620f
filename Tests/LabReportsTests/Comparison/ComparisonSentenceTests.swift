import LabAnalysis
import LabRecord
import LabReports
import LabStatistics
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("Sentences of comparisons")
struct ComparisonSentenceTests {
  private func comparison(
    mode: RunMode = .offline, seeds: (UInt64, UInt64) = (7, 7), iterations: Int = 3,
    metric: String = "turn.v2v",
    baseline: MadeRun? = nil, turns: TurnSelection = .all, _ change: @escaping (inout MadeRun.Turn) -> Void
  ) throws -> CellComparison {
    let metrics = [try #require(MetricCatalogue.metric(metric))]
    return try CellComparison(
      MadeRun.match(
        mode: mode, seeds: seeds, iterations: iterations, baseline: baseline, change),
      metrics: metrics, turns: turns)
  }

  /// Noise of one side alone, so that pairs differ by chance.
  private func noise(_ turn: inout MadeRun.Turn, sigma: Double, factor: Double = 1) {
    var random = SeededGenerator(seed: 5)
      .derived(name: "\(turn.conversation.name)/\(turn.conversation.iteration)/\(turn.number)")
    turn.firstToken = Int64(Double(turn.firstToken) * factor * random.lognormal(median: 1, sigma: sigma))
    turn.firstByte = Int64(Double(turn.firstByte) * random.lognormal(median: 1, sigma: sigma))
  }

  @Test("Virtual time: nothing changed")
  func saysSame() throws {
    #expect(try comparison { _ in }.headline == "Voice to voice is exactly the same in all 48 pairs.")
  }

  @Test("Virtual time: one stage changed by one factor")
  func saysFactor() throws {
    let planted: (inout MadeRun.Turn) -> Void = {
      $0.firstToken = Int64((Double($0.firstToken) * 1.01).rounded())
    }
    #expect(
      try comparison(metric: "llm.ttft", turns: .later, planted).headline
        == "llm.ttft is 1 % slower in every one of 36 pairs, exactly.")
    let text = try comparison(planted).headline
    #expect(text.hasPrefix("Voice to voice is slower in 48 of 48 pairs, typically +"))
    #expect(
      text.hasSuffix(
        "; in virtual time this is exact. "
          + "llm.first_token (owner llm) explains all of it (1 % slower in every pair)."))
  }

  @Test("Virtual time: one amount in every pair")
  func saysAmount() throws {
    #expect(
      try comparison { $0.silence -= 200_000_000 }.headline
        == "Voice to voice is 200 ms faster in every one of 48 pairs, exactly. "
        + "turn.silence (owner setting) explains all of it (28.57143 % faster in every pair).")
  }

  @Test("Virtual time: some pairs up, some down")
  func saysMixed() throws {
    #expect(
      try comparison { turn in
        turn.firstByte += turn.number == 0 ? -4_000_000 : 2_000_000
        if turn.number == 3 { turn.transcript += 1_000_000 }
      }.headline.hasPrefix("Voice to voice is slower in 36 and faster in 12 of 48 pairs, typically +"))
    #expect(
      try comparison { if $0.number == 1, $0.conversation.name == "drama" { $0.firstByte += 9_000_000 } }
        .headline
        == "Voice to voice is slower in 3 of 48 pairs, typically neither; in virtual time this is exact. "
        + "tts.first_byte (owner tts) explains all of it.")
  }

  @Test("Real time: a change that is certain names its interval and where it comes from")
  func saysSlower() throws {
    let comparison = try comparison(mode: .live, iterations: 12) { noise(&$0, sigma: 0.05, factor: 1.1) }
    let text = comparison.headline
    #expect(
      text.contains(
        #/^Voice to voice is 3\.\d % slower \(95 % interval \d\.\d+ to \d\.\d+ %\), typically \d\d ms\. /#))
    #expect(
      text.contains(#/ Of the mean change of \+\d\d ms, llm\.first_token \(owner llm\) explains \+\d\d ms/#))
    let mirrored = try CellComparison(
      comparison.match.swapped, metrics: comparison.metrics.map(\.metric)
    ).headline
    #expect(
      mirrored.contains(
        #/^Voice to voice is \d\.\d % faster \(95 % interval \d\.\d+ to \d\.\d+ %\), typically \d\d ms\. /#))
    #expect(
      mirrored.contains(#/Of the mean change of −\d\d ms, llm\.first_token \(owner llm\) explains −\d\d ms/#))
  }

  @Test("Real time: where no change is shown, the sentence says what is ruled out")
  func saysRuledOut() throws {
    let text = try comparison(mode: .live, iterations: 12) { noise(&$0, sigma: 0.02) }.headline
    #expect(
      text.contains(
        #/^Voice to voice shows no clear change: no difference larger than 0\.\d+ % is compatible with the data \(95 % interval −0\.\d+ to 0\.\d+ %\)\.$/#
      ))
  }

  @Test("Real time: where the data say little, the sentence says so")
  func saysOpen() throws {
    let text = try comparison(mode: .live, seeds: (7, 8), iterations: 2, metric: "llm.ttft") { _ in }
      .headline
    #expect(
      text.contains(
        #/^Whether llm\.ttft changed is left open: anything from \d\d\.\d % faster to \d+\.\d % slower is compatible with the data\.$/#
      ))
  }

  @Test("Real time: a few pairs have no interval")
  func saysTooFew() throws {
    let text = try comparison(mode: .live, iterations: 1, metric: "llm.ttft", turns: .first) { turn in
      turn.firstToken += 50_000_000
    }.headline
    #expect(
      text.contains(
        #/^llm\.ttft looks \d\.\d+ % slower, but 4 pairs from 4 conversations are too few to say how far chance may go\.$/#
      ))
  }

  @Test("A latency that is zero or negative has a shift in milliseconds alone")
  func saysMilliseconds() throws {
    var early = MadeRun()
    early.change = { $0.silence = -100_000_000 }
    let comparison = try comparison(
      mode: .live, iterations: 6, metric: "turn.endpointing", baseline: early
    ) { noise(&$0, sigma: 0.01) }
    let metric = try #require(comparison.metrics.first)
    #expect(metric.relative == nil)
    #expect(comparison.headline == "turn.endpointing is 800 ms slower (95 % interval 800 to 800 ms).")
  }

  @Test("A side that lost most of its turns has no shift")
  func saysLost() throws {
    let text = try comparison(mode: .live) { turn in
      if turn.number > 0 { turn.outcome = .failed(stage: .llm, reason: "overloaded") }
    }.headline
    #expect(
      text == "Voice to voice has no shift to give: one side lost so many turns that it has no bound.")
  }

  @Test("Two runs in real time: drift is named, and what would help")
  func warnsOfDrift() throws {
    let live = try comparison(mode: .live) { noise(&$0, sigma: 0.02) }
    #expect(
      live.notes == [
        "These are two runs in real time: drift between them cannot be told from a change, and the intervals know "
          + "nothing of it. A baseline arm in the same run would tell the two apart."
      ])
    var arms = MadeRun.withArms
    arms.mode = .live
    let match = try #require(try CellMatching.arms(of: .init(arms.compared)).matches.first)
    #expect(try CellComparison(match).notes == [])
  }

  @Test("Virtual time: what is exact is said to be, and what is not, with the reason")
  func notesVirtualTime() throws {
    #expect(try comparison { _ in }.notes.first?.hasPrefix("Virtual time and one seed: ") == true)
    #expect(
      try comparison(seeds: (7, 8)) { _ in }.notes == [
        "The runs have different seeds (7 and 8), so their emulated latencies were drawn apart; with one seed the "
          + "differences would be exact."
      ])
    var other = MadeRun()
    other.cells = [MadeRun.cell(stt: "deepgram/nova-2", llm: "openai/gpt-4.1")]
    #expect(
      try comparison(baseline: other) { _ in }.notes == [
        "Virtual time repeats these figures to the nanosecond, but the stt and llm differ, and what differs draws its "
          + "own latencies: the intervals say what other draws might give."
      ])
  }

  @Test("A metric without values on both sides is not compared")
  func noValues() throws {
    #expect(
      try comparison(metric: "bargein.stop") { _ in }.headline
        == "bargein.stop cannot be compared: no pair of turns has a value on both sides.")
  }

  @Test("A candidate that fails more often is said to, before anything else")
  func notesLostTurns() throws {
    // Six turns are lost by the candidate alone.
    let comparison = try comparison { turn in
      if turn.conversation.iteration == 0, turn.number < 2, turn.conversation.name != "drama" {
        turn.outcome = .missed(reason: "silence")
      }
    }
    #expect(
      comparison.notes.first
        == "The candidate loses more turns: 6 of 48 turns on the candidate against 0 of 48 on the baseline failed "
        + "or were missed (McNemar, p = 0.031). Whatever it gains in latency, it answers less often.")
  }

  @Test("Arms that drew apart under one seed are said to")
  func notesOwnDraws() throws {
    var run = MadeRun.withArms
    run.change = { turn in
      guard turn.cell.arm == .baseline else { return }
      var random = SeededGenerator(seed: 99)
        .derived(name: "\(turn.conversation.name)/\(turn.conversation.iteration)/\(turn.number)")
      func about(_ median: Double) -> Int64 { Int64(random.lognormal(median: median * 1e6, sigma: 0.3)) }
      turn.transcript = about(60)
      turn.firstToken = about(500)
      turn.sentence = about(80)
      turn.firstByte = about(300)
      turn.connection = turn.connection.map { _ in about(70) }
    }
    let match = try #require(try CellMatching.arms(of: .init(run.compared)).matches.first)
    let notes = try CellComparison(match).notes
    #expect(notes.contains { $0.contains("the two sides drew their latencies apart") })
  }

  @Test("Doubts about a run are passed on")
  func notesDoubts() throws {
    var incomplete = MadeRun()
    incomplete.isCutOff = { $0.position == 0 }
    let notes = try comparison(baseline: incomplete) { _ in }.notes
    #expect(notes.contains("The record of “A” is not complete."))
    #expect(
      notes.last
        == "4 turns of 1 conversation of the candidate are left out: the baseline was cut off in the "
        + "conversation.")
  }

  @Test("Cells without a conversation in common are compared as heaps of turns, and it is said")
  func notesUnpaired() throws {
    var other = MadeRun()
    other.cells = [MadeRun.cell(workload: "capture")]
    other.conversations = ["groceries", "holidays"]
    let comparison = try comparison(mode: .live, iterations: 8, baseline: other) { turn in
      turn.silence += 600_000_000
      if turn.number == 1, turn.conversation.iteration < 6 { turn.outcome = .missed(reason: "silence") }
    }
    #expect(!comparison.isPaired)
    #expect(comparison.attribution == nil)
    let metric = try #require(comparison.metrics.first)
    #expect((metric.baseline.n, metric.candidate.n) == (64, 104))
    #expect(metric.lostOnCandidate == 24)
    #expect(
      comparison.headline.contains(
        #/^Voice to voice is \d\d\.\d % slower \(95 % interval \d\d\.\d to \d\d\.\d %\), typically \d+ ms\.$/#
      ))
    #expect(comparison.notes.first?.contains("(Fisher, p < 0.001)") == true)
    #expect(comparison.notes.contains { $0.hasPrefix("The two cells had no conversation in common") })
  }
}
