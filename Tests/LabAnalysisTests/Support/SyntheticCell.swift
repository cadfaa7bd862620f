import LabRecord
import LabStatistics
import LabTimeline

@testable import AnalysisSupport
@testable import LabAnalysis

/// A cell made up turn by turn, so that a detector's fault can be planted in it.
struct SyntheticCell {
  var conversations = 20
  var turnsPerConversation = 5
  /// How many different conversations there are; they are had in turn.
  var items = 4
  /// The spread of a latency's logarithm around its item's own.
  var sigma = 0.2
  /// How unlike items are, on the logarithmic scale.
  var itemSigma = 0.15
  /// Whether the cell's metrics are summarised, which takes most of the time.
  var hasSummaries = false

  /// One turn, as it is being made up.
  struct Draft {
    let conversation: Int
    let turn: Int
    var voiceToVoice: Double
    /// Milliseconds of the model's first token.
    var firstToken: Double
    var counts = TurnCounts()
  }

  /// The evidence of a run with this cell alone.
  ///
  /// - Parameter fault: Changes the turns, one by one, in the order of work.
  func evidence(
    seed: UInt64, index: Int = 0, fault: (inout Draft, inout SeededGenerator) -> Void = { _, _ in }
  ) -> RunEvidence {
    let cell = cell(seed: seed, index: index, fault: fault)
    return RunEvidence(
      mode: .live, seed: seed, cells: [cell], pairs: [], instrument: InstrumentReading(),
      environment: RunEnvironment())
  }

  /// The cell alone.
  func cell(
    seed: UInt64, index: Int = 0, fault: (inout Draft, inout SeededGenerator) -> Void = { _, _ in }
  ) -> RunEvidence.CellEvidence {
    let root = SeededGenerator(seed: seed).derived(name: "cell \(index)")
    var random = root.derived(name: "turns")
    let all = (0..<conversations).map { position in
      (0..<turnsPerConversation).map { turn in
        var own = root.derived(name: "item \(position % items) \(turn)")
        let item = PortableMath.exp(itemSigma * own.normal())
        var draft = Draft(
          conversation: position, turn: turn,
          voiceToVoice: 900 * item * PortableMath.exp(sigma * random.normal()),
          firstToken: 300 * item * PortableMath.exp(sigma * random.normal()))
        draft.counts.frames = 400
        draft.counts.connectionsReused = 2
        fault(&draft, &random)
        return measured(draft, cell: index)
      }
    }
    return RunEvidence.CellEvidence(index: index, report: report(all), conversations: all)
  }

  private func measured(_ draft: Draft, cell: Int) -> MeasuredTurn {
    var trace = TurnTrace()
    func at(_ milliseconds: Double, _ kind: TurnEvent.Kind) {
      trace.record(kind, at: .origin + .nanoseconds(Int64((milliseconds * 1e6).rounded())))
    }
    at(0, .userSpeechEnded)
    at(20, .llmRequested)
    at(20 + draft.firstToken, .llmFirstToken)
    at(draft.voiceToVoice, .firstAudibleSample)
    let identity = ConversationIdentity(
      position: draft.conversation, cell: cell, name: "item-\(draft.conversation % items)",
      iteration: draft.conversation / items, isWarmup: false)
    let record = TurnRecord(
      conversation: identity, turn: draft.turn, outcome: .completed, events: trace, counts: draft.counts,
      usage: Usage())
    return MeasuredTurn(record, ordinal: draft.conversation * turnsPerConversation + draft.turn)
  }

  private func report(_ conversations: [[MeasuredTurn]]) -> CellReport {
    var counts = TurnCounts()
    for turn in conversations.joined() { counts.add(turn.counts) }
    let turns = conversations.joined().count
    let cell = SyntheticRun.cell()
    return CellReport(
      cell: cell, conversations: conversations.count, conversationSeconds: 0, conversationFailures: [:],
      turns: turns, completed: turns, interrupted: 0, failed: 0, missed: 0, failureReasons: [:],
      missedReasons: [:], discarded: [:],
      metrics: hasSummaries ? MetricSummary.all(of: conversations, generator: nil) : [:],
      firstTurn: [:], laterTurns: [:], contributions: [], counts: counts, usage: Usage(),
      cost: .unpriced(cell))
  }
}

/// How many of some hundred seeded runs a detector warns of.
func alarms(
  in runs: Range<UInt64>, of evidence: (UInt64) -> RunEvidence,
  detector: (RunEvidence) -> [MeasurementWarning]
) -> Int {
  runs.count { !detector(evidence($0)).isEmpty }
}
