import LabStatistics
import LabTimeline
import Testing

@testable import LabReports

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
    let few = SyntheticCell(conversations: 2, turnsPerConversation: 4).evidence(seed: 3)
    let warning = try #require(SampleSizeDetector.warnings(in: few).first)
    #expect(
      warning.seen
        == "p90 needs 10 values, p95 20; LLM has 8, voice to voice has 8. The intervals of voice to voice need 5 "
        + "conversations; there are 2.")
    let enough = SyntheticCell(conversations: 7, turnsPerConversation: 5).evidence(seed: 3)
    #expect(
      SampleSizeDetector.warnings(in: enough).map(\.seen) == [
        "The intervals of voice to voice need more values than 35: p90 36."
      ])
  }

  @Test("are silent when every figure of the tables stands")
  func enoughSamples() {
    #expect(SampleSizeDetector.warnings(in: SyntheticCell(conversations: 8).evidence(seed: 3)).isEmpty)
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
