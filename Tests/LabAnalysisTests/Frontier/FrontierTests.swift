import LabRecord
import LabTimeline
import Testing

@testable import LabAnalysis

@Suite("The frontier of delay against false cut-offs")
struct FrontierTests {
  private static func scores(_ thousandths: Int) -> TurnCueScores {
    var scores = TurnCueScores()
    scores[.sentence] = thousandths
    return scores
  }

  /// A turn with pauses of some lengths, each with what the cues say from 160 ms on; the last one is the end.
  private static func turn(
    _ pauses: [(length: Int64, score: Int)], end: Int, provider: Int64? = nil
  ) -> UtterancePauses {
    let inner = pauses.map { pause in
      PauseRecord(
        length: pause.length * 1_000_000,
        steps: [.init(after: 160_000_000, scores: scores(pause.score))])
    }
    let last = PauseRecord(
      located: 10_000_000, steps: [.init(after: 160_000_000, scores: scores(end))],
      provider: provider.map { $0 * 1_000_000 })
    return UtterancePauses(utterance: 0, pauses: inner + [last])
  }

  @Test("needs a neutral pause as long as the pause, over what the cues make of it")
  func critical() throws {
    let utterance = Self.turn([(600, 0), (800, -1000)], end: 1000)
    let silence = try #require(FrontierTurn(utterance) { _ in 1 })
    #expect(silence.critical == 800)
    let adaptive = try #require(FrontierTurn(utterance) { $0.pauseFactor() })
    #expect(abs(adaptive.critical - 600) < 1e-6)
    #expect(abs(adaptive.delay(at: 600) - 310) < 1e-6)
    // No policy is satisfied before the pause was noticed.
    #expect(adaptive.delay(at: 100) == 170)
  }

  @Test("takes what was learnt in the pause from the instant at which it was learnt")
  func steps() throws {
    var utterance = Self.turn([], end: -1000)
    utterance.pauses[0].steps.append(.init(after: 400_000_000, scores: Self.scores(1000)))
    let turn = try #require(FrontierTurn(utterance) { $0.pauseFactor() })
    #expect(abs(turn.delay(at: 700) - 410) < 1e-6)
    #expect(abs(turn.delay(at: 1000) - 510) < 1e-6)
    #expect(abs(turn.delay(at: 150) - 310) < 1e-6)
  }

  @Test("gives the shortest delay that keeps to a share of false cut-offs, as trying every knob does")
  func sweep() throws {
    let turns = (0..<40).map { index -> UtterancePauses in
      guard index % 4 == 0 else { return Self.turn([], end: 700) }
      let score = index % 8 == 0 ? -800 : 300
      return Self.turn([(length: Int64(200 + 25 * index), score: score)], end: 700)
    }
    for factor: (TurnCueScores) -> Double in [{ _ in 1 }, { $0.pauseFactor() }] {
      let curve = FrontierCurve([turns.compactMap { FrontierTurn($0, factor: factor) }])
      for share in [0.05, 0.1, 0.2] {
        let threshold = curve.threshold(at: share)
        #expect(curve.falseCutoffs(at: threshold) <= share)
        #expect(curve.falseCutoffs(at: threshold * 0.999) > share)
      }
      #expect(zip(curve.line, curve.line.dropFirst()).allSatisfy { $0.falseCutoffs >= $1.falseCutoffs })
    }
  }

  @Test("has no figure for a share that there are too few turns for")
  func support() {
    let curve = FrontierCurve([(0..<30).compactMap { _ in FrontierTurn(Self.turn([], end: 0)) { _ in 1 } }])
    #expect(curve.point(at: 0.01, generator: nil) == nil)
    #expect(curve.point(at: 0.05, generator: nil) != nil)
  }

  @Test("judges the service by its verdicts, in pauses and at ends")
  func provider() throws {
    var cut = Self.turn([(900, 0)], end: 0, provider: 240)
    cut.pauses[0].provider = 500_000_000
    let turns = [cut, Self.turn([], end: 0, provider: 340), Self.turn([(500, 0)], end: 0)]
    let conversation = ConversationRecord(
      conversation: .init(position: 0, cell: 0, name: "a", iteration: 0, isWarmup: false), turns: 3,
      nanoseconds: 1, failure: nil, counts: TurnCounts(), usage: Usage(), utterances: turns)
    let cell = Cell(
      workload: "tutor", stt: "a", llm: "b", tts: "c", vad: "energy", network: "none", device: "none",
      preset: "balanced")
    let frontiers = FrontierReport.all(cells: [cell], conversations: [conversation], generator: nil)
    let provider = try #require(frontiers.first?.policy("provider"))
    #expect(provider.missing == 1 && provider.line.isEmpty)
    #expect(provider.points.first?.falseCutoffs == 1.0 / 3 && provider.points.first?.mean == 300)
    #expect(frontiers.first?.turns == 3 && frontiers.first?.pauses == 2)
  }

  @Test("pools cells that differ in what answers, and none without recorded pauses")
  func groups() {
    let cells = ["tutor", "capture"].map {
      Cell(
        workload: $0, stt: "a", llm: $0, tts: "c", vad: "energy", network: "none", device: "none",
        preset: "balanced")
    }
    func record(_ cell: Int, _ utterances: [UtterancePauses]?) -> ConversationRecord {
      ConversationRecord(
        conversation: .init(position: cell, cell: cell, name: "a\(cell)", iteration: 0, isWarmup: false),
        turns: 1, nanoseconds: 1, failure: nil, counts: TurnCounts(), usage: Usage(), utterances: utterances)
    }
    let some = [0, 1].map { record($0, [Self.turn([], end: 0)]) }
    #expect(FrontierReport.all(cells: cells, conversations: some, generator: nil).map(\.cells) == [[0, 1]])
    let none = [0, 1].map { record($0, nil) }
    #expect(FrontierReport.all(cells: cells, conversations: none, generator: nil).isEmpty)
  }
}
