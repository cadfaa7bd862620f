import LabRecord
import LabStatistics
import LabTimeline
import Testing

@testable import LabAnalysis

@Suite("Warnings about the latencies of a cell")
struct LatencyWarningTests {
  private let cell = SyntheticCell()

  // MARK: Slow first turns

  @Test("name slow first turns, by how much, and the part that grew")
  func coldStart() throws {
    let evidence = cell.evidence(seed: 1) { turn, _ in
      if turn.turn == 0 { turn.voiceToVoice += 250 }
    }
    let warning = try #require(ColdStartDetector.warnings(in: evidence).first)
    #expect(warning.code == .coldStart)
    #expect(warning.severity == .note)
    #expect(warning.metric == "turn.v2v_ms")
    #expect(warning.scope == .cell(0))
    #expect(warning.seen.hasPrefix("In 20 conversations the first turn is "))
    #expect(warning.seen.contains(" slower than the later ones, 95 % interval "))
    let share = try #require(warning.seen.firstMatch(of: #/\((\d+) %\)/#).flatMap { Int($0.1) })
    #expect((18...40).contains(share))
  }

  @Test("do not speak of first turns that are slower by less than a twentieth")
  func smallColdStart() {
    var cell = SyntheticCell(conversations: 200)
    cell.sigma = 0.02
    cell.itemSigma = 0
    let evidence = cell.evidence(seed: 1) { turn, _ in
      if turn.turn == 0 { turn.voiceToVoice += 30 }
    }
    #expect(ColdStartDetector.warnings(in: evidence).isEmpty)
  }

  @Test("do not speak of first turns that are faster, nor of three conversations")
  func noColdStart() {
    let faster = cell.evidence(seed: 1) { turn, _ in
      if turn.turn == 0 { turn.voiceToVoice -= 250 }
    }
    #expect(ColdStartDetector.warnings(in: faster).isEmpty)
    let few = SyntheticCell(conversations: 3).evidence(seed: 1) { turn, _ in
      if turn.turn == 0 { turn.voiceToVoice += 500 }
    }
    #expect(ColdStartDetector.warnings(in: few).isEmpty)
  }

  @Test("blame first turns by chance in no more than 2 of 100 runs")
  func coldStartFalseAlarms() {
    // Each conversation of its own words: the same words in every first turn would be slow in earnest.
    let cell = SyntheticCell(items: 20)
    let count = alarms(in: 0..<300, of: { cell.evidence(seed: $0) }, detector: ColdStartDetector.warnings)
    #expect(count <= 6)
  }

  // MARK: Repeated requests

  @Test("tell the share of turns that repeated a request, and what that cost")
  func retries() throws {
    let evidence = cell.evidence(seed: 2) { turn, _ in
      guard turn.conversation % 10 == 3, turn.turn == 2 else { return }
      turn.voiceToVoice = 3000
      turn.counts.retries = 1
    }
    let warning = try #require(RetryDetector.warnings(in: evidence).first)
    #expect(warning.severity == .note)
    #expect(
      warning.seen.hasPrefix(
        "2 of 100 turns (2.0 %) repeated a request: their median voice to voice is 3000 ms"))
    #expect(warning.seen.contains(" ms longer than the "))
  }

  @Test("doubt the tail when a twentieth of the turns repeated a request")
  func manyRetries() throws {
    let evidence = cell.evidence(seed: 2) { turn, _ in
      if turn.turn == 2 { turn.counts.retries = 2 }
    }
    #expect(try #require(RetryDetector.warnings(in: evidence).first).severity == .doubt)
  }

  @Test("are silent about retries when there was none")
  func noRetries() {
    #expect(RetryDetector.warnings(in: cell.evidence(seed: 2)).isEmpty)
  }

  // MARK: Too few samples

  @Test("say how many values a percentile and an interval need")
  func fewSamples() throws {
    let few = SyntheticCell(conversations: 2, turnsPerConversation: 4, hasSummaries: true).evidence(seed: 3)
    let warning = try #require(SampleSizeDetector.warnings(in: few).first)
    #expect(
      warning.seen
        == "p90 needs 10 values, p95 20; LLM has 8, voice to voice has 8. The intervals of voice to voice need 5 "
        + "conversations; there are 2.")
    let enough = SyntheticCell(conversations: 7, turnsPerConversation: 5, hasSummaries: true).evidence(
      seed: 3)
    #expect(
      SampleSizeDetector.warnings(in: enough).map(\.seen) == [
        "Of voice to voice there are 35 values; the interval of p90 needs 36."
      ])
  }

  @Test("are silent when every figure of the tables stands")
  func enoughSamples() {
    #expect(
      SampleSizeDetector.warnings(in: SyntheticCell(conversations: 8, hasSummaries: true).evidence(seed: 3))
        .isEmpty)
  }

  // MARK: Drift

  @Test("say how far the run drifted, with an interval")
  func drift() throws {
    let slower = SyntheticCell(conversations: 40).evidence(seed: 5) { turn, _ in
      turn.voiceToVoice *= 1 + 0.3 * Double(turn.conversation) / 40
    }
    let warning = try #require(DriftDetector.warnings(in: slower).first)
    #expect(warning.severity == .doubt)
    #expect(warning.scope == .cell(0))
    let match = try #require(
      warning.seen.firstMatch(of: #/became ([\d.]+) % slower, 95 % interval ([−\d.]+) % to ([\d.]+) %/#))
    let (change, low, high) = (Double(match.1) ?? 0, Double(match.2) ?? 0, Double(match.3) ?? 0)
    #expect(low < change && change < high)
    #expect(low < 30 && 30 < high)
  }

  @Test("find a drift that no cell shows alone in all of them together")
  func commonDrift() throws {
    // Twelve cells of 45 turns each: fewer than a cell needs, more than enough together.
    let cell = SyntheticCell(conversations: 9, items: 1)
    var evidence = cell.evidence(seed: 6)
    evidence.cells = (0..<12).map { index in
      cell.cell(seed: 6, index: index) { turn, _ in
        turn.voiceToVoice *= 1 + 0.8 * Double(turn.conversation) / 9
      }
    }
    #expect(DriftDetector.warnings(in: evidence).map(\.scope) == [.run])
  }

  @Test("see a drift by chance in no more than 2 of 100 runs")
  func driftFalseAlarms() {
    let cell = SyntheticCell(conversations: 24)
    let count = alarms(in: 0..<300, of: { cell.evidence(seed: $0) }, detector: DriftDetector.warnings)
    #expect(count <= 6)
  }

  // MARK: Several modes

  @Test("name the groups of a latency, and what tells them apart")
  func modes() throws {
    let evidence = cell.evidence(seed: 7) { turn, _ in
      guard turn.conversation % 4 == 2 else { return }
      turn.firstToken += 900
      turn.counts.connectionsOpened = 1
    }
    let warning = try #require(ModeDetector.warnings(in: evidence).first)
    #expect(warning.metric == "llm.ttft_ms")
    #expect(warning.seen.contains("LLM lies in two groups, around "))
    #expect(warning.seen.contains("(75.0 % of 100 turns)") && warning.seen.contains("(25.0 %). "))
    #expect(
      warning.seen.hasSuffix(
        "What tells them apart is the connection: of the 25 turns with “opened”, 25 are in the upper group; of the 75 "
          + "others, 0."))
  }

  @Test("name what was said when the groups are those of utterances")
  func modesOfUtterances() throws {
    let evidence = cell.evidence(seed: 7) { turn, _ in
      if turn.turn >= 3, turn.conversation % 4 < 2 { turn.firstToken += 900 }
    }
    let warning = try #require(ModeDetector.warnings(in: evidence).first)
    #expect(
      warning.seen.hasSuffix(
        "What tells them apart is what was said: of the 20 turns with “item-0, turn 4”, “item-0, turn 5”, “item-1, "
          + "turn 4”, …, 20 are in the upper group; of the 80 others, 0."))
  }

  @Test("say so when nothing that is known tells the groups apart")
  func unexplainedModes() throws {
    let evidence = cell.evidence(seed: 7) { turn, random in
      if random.chance(0.3) { turn.firstToken += 900 }
    }
    let warning = try #require(ModeDetector.warnings(in: evidence).first)
    #expect(
      warning.seen.hasSuffix(
        "Neither the connection nor the place of the turn nor the conversation nor what was said tells them apart."
      ))
  }

  @Test("see several modes by chance in no more than 2 of 100 runs")
  func modeFalseAlarms() {
    let count = alarms(in: 0..<200, of: { cell.evidence(seed: $0) }, detector: ModeDetector.warnings)
    #expect(count <= 4)
  }

  // MARK: Connections

  @Test("say that one arm opened more connections than the other")
  func unlikeConnections() throws {
    let evidence = pair(seed: 4, cold: [0.5, 0.1])
    let warning = try #require(ConnectionDetector.warnings(in: evidence).first)
    #expect(warning.scope == .pair(ArmPair(candidate: 0, baseline: 1)))
    #expect(warning.severity == .doubt)
    #expect(warning.seen.contains(" of the candidate opened a connection, and "))
  }

  @Test("find the connections of the arms unlike by chance in no more than 2 of 100 runs")
  func connectionFalseAlarms() {
    let count = alarms(
      in: 0..<300, of: { pair(seed: $0, cold: [0.2, 0.2]) }, detector: ConnectionDetector.warnings)
    #expect(count <= 6)
  }

  /// Two arms whose requests open a connection with the given probabilities.
  private func pair(seed: UInt64, cold: [Double]) -> RunEvidence {
    var evidence = cell.evidence(seed: seed)
    evidence.pairs = [ArmPair(candidate: 0, baseline: 1)]
    evidence.cells = cold.enumerated().map { index, share in
      cell.cell(seed: seed, index: index) { turn, random in
        turn.counts.connectionsOpened = random.chance(share) ? 1 : 0
        turn.counts.connectionsReused = 1 - turn.counts.connectionsOpened
      }
    }
    return evidence
  }
}
