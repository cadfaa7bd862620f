import LabRecord
import LabStatistics
import LabTimeline

extension FrontierReport {
  /// The frontiers of a run; none when no pauses were recorded.
  ///
  /// - Parameters:
  ///   - conversations: Those that count.
  ///   - generator: The random stream of the intervals; nil asks for none.
  static func all(
    cells: [Cell], conversations: [ConversationRecord], generator: SeededGenerator?
  ) -> [FrontierReport] {
    var groups: [(ear: Cell, cells: [Int])] = []
    for (index, cell) in cells.enumerated() {
      var ear = cell
      (ear.workload, ear.llm, ear.tts) = ("", "", "")
      if let group = groups.firstIndex(where: { $0.ear == ear }) {
        groups[group].cells.append(index)
      } else {
        groups.append((ear, [index]))
      }
    }
    return groups.compactMap { group in
      let own = conversations.filter {
        group.cells.contains($0.conversation.cell) && $0.utterances != nil
      }
      guard !own.isEmpty else { return nil }
      return FrontierReport(
        cells: group.cells, conversations: own, generator: generator?.derived(name: group.ear.name))
    }
  }

  private init(cells: [Int], conversations: [ConversationRecord], generator: SeededGenerator?) {
    var byName: [String: [UtterancePauses]] = [:]
    for conversation in conversations {
      byName[conversation.conversation.name, default: []] += conversation.utterances ?? []
    }
    let clusters = byName.sorted { $0.key < $1.key }.map(\.value)
    let all = clusters.flatMap(\.self)
    let noticed = all.filter(\.hasEnd)
    func curve(_ factor: (TurnCueScores) -> Double) -> FrontierCurve {
      FrontierCurve(clusters.map { $0.compactMap { FrontierTurn($0, factor: factor) } })
    }
    func policy(_ name: String, _ curve: FrontierCurve) -> Policy {
      Policy(
        name: name,
        points: Self.shares.compactMap { curve.point(at: $0, generator: generator?.derived(name: name)) },
        line: curve.line, missing: 0)
    }
    self.init(
      cells: cells, conversations: clusters.count, turns: noticed.count, unnoticed: all.count - noticed.count,
      pauses: noticed.reduce(0) { $0 + $1.pauses.count - 1 },
      policies: [
        policy("silence", curve { _ in 1 }), policy("adaptive", curve { $0.pauseFactor() }),
      ] + [Self.provider(noticed)].compactMap(\.self),
      ablations: TurnCue.allCases.compactMap { cue in
        curve { $0.pauseFactor(without: [cue]) }.point(at: 0.05, generator: nil).map {
          Ablation(without: cue.rawValue, point: $0)
        }
      })
  }

  /// The verdicts of the service; nil when it gave none.
  private static func provider(_ turns: [UtterancePauses]) -> Policy? {
    guard turns.contains(where: { $0.pauses.contains { $0.provider != nil } }) else { return nil }
    let cut = turns.count { turn in
      turn.pauses.dropLast().contains { pause in
        pause.provider.map { $0 < pause.length ?? 0 } ?? false
      }
    }
    let delays = Sample(
      turns.compactMap { turn in
        guard let end = turn.pauses.last, let verdict = end.provider, let located = end.located else {
          return nil
        }
        return FrontierTurn.milliseconds(located + verdict)
      })
    let points = delays.mean.map { mean in
      [
        Point(
          falseCutoffs: Double(cut) / Double(turns.count), thresholdMilliseconds: nil, mean: mean,
          p50: delays.quantile(0.5), p90: delays.quantile(0.9))
      ]
    }
    return Policy(
      name: "provider", points: points ?? [], line: [], missing: turns.count - delays.count)
  }
}
