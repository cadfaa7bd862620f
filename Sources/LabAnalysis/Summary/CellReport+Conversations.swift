import LabCost
import LabRecord
import LabStatistics
import LabTimeline

extension CellReport {
  /// Summarises a cell.
  ///
  /// - Parameters:
  ///   - conversations: those that count, in the order of work.
  ///   - prices: what its cost is computed by; `nil` leaves all of it unpriced.
  ///   - generator: the random stream of the cell's intervals; `nil` asks for none.
  init(
    cell: Cell, conversations: [RunReportBuilder.Conversation], discarded: [MeasuredTurn],
    prices: PriceBook?, generator: SeededGenerator?
  ) {
    let byConversation = conversations.map(\.turns)
    let turns = byConversation.flatMap(\.self)
    let first = byConversation.map { $0.filter { $0.turn == 0 } }
    let later = byConversation.map { $0.filter { $0.turn != 0 } }
    var counts = TurnCounts()
    var usage = Usage()
    var contributions = ContributionTotals()
    for turn in turns {
      counts.add(turn.counts)
      usage.add(turn.usage)
      if let parts = turn.contributions { contributions.add(parts) }
    }
    for conversation in conversations {
      counts.add(conversation.record.counts)
      usage.add(conversation.record.usage)
    }
    self.init(
      cell: cell,
      conversations: conversations.count,
      conversationSeconds: Double(conversations.reduce(0) { $0 + $1.record.nanoseconds }) / 1e9,
      conversationFailures: Self.tally(conversations.compactMap(\.record.failure)),
      turns: turns.count,
      completed: turns.count { $0.outcome == .completed },
      interrupted: turns.count { $0.outcome == .interrupted },
      failed: turns.count { $0.outcome.failure != nil },
      missed: turns.count { $0.outcome.missedReason != nil },
      failureReasons: Self.tally(turns.compactMap(\.outcome.failure)),
      missedReasons: Self.tally(turns.compactMap(\.outcome.missedReason)),
      discarded: Self.tally(discarded.compactMap(\.discarded)),
      metrics: MetricSummary.all(of: byConversation, generator: generator),
      firstTurn: MetricSummary.all(of: first, generator: nil)
        .filter { $0.value.n > 0 },
      laterTurns: MetricSummary.all(of: later, generator: nil)
        .filter { $0.value.n > 0 },
      contributions: contributions.summaries(),
      counts: counts, usage: usage,
      cost: prices.map {
        CellCost(cell, conversations: conversations, prices: $0, generator: generator)
      } ?? .unpriced(cell),
      arrivalWait: WaitSummary(of: conversations.map(\.record)),
      bargeIn: BargeInSummary(of: byConversation, generator: generator?.derived(name: "barge-in")))
  }

  private static func tally(_ reasons: [String]) -> [String: Int] {
    reasons.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}

extension TurnOutcome {
  /// `stage: reason` of a failed turn.
  var failure: String? {
    if case .failed(let stage, let reason) = self { "\(stage.rawValue): \(reason)" } else { nil }
  }

  /// The reason of a missed turn.
  var missedReason: String? {
    if case .missed(let reason) = self { reason } else { nil }
  }
}
