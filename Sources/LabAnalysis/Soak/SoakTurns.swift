import LabRecord
import LabStatistics
import LabTimeline

/// What a soak remembers of every turn.
struct SoakTurn: Sendable {
  let position: Int
  let cell: Int
  /// Where the turn's last event stands by the session's age, in seconds.
  let age: Double
  let outcome: TurnOutcome
  let counts: TurnCounts
  /// What the caller said, told apart by how long it took.
  let item: String
  /// One latency per metric of ``SoakTurns/metrics``, in milliseconds.
  let latencies: [Double?]
  let isCompleted: Bool
  /// Whether a sample of the reply was heard.
  let isAudible: Bool
  /// What speech synthesis sent.
  let speechSeconds: Double

  init(_ record: TurnRecord) {
    position = record.conversation.position
    cell = record.conversation.cell
    age = Double(record.events.events.map(\.at.nanoseconds).max() ?? 0) / 1e9
    outcome = record.outcome
    counts = record.counts
    let spoken = record.events.first(.userSpeechStarted).flatMap { start in
      record.events.last(.userSpeechEnded).map { ($0 - start).milliseconds }
    }
    item =
      "\(record.conversation.cell)/\(record.conversation.name)/"
      + (spoken.map { "\(Int($0.rounded()))" } ?? "")
    latencies = SoakTurns.metrics.map { metric in
      metric.measure(record.events).value.map(\.milliseconds)
    }
    isCompleted = record.outcome == .completed
    isAudible = record.events.last(.firstAudibleSample) != nil
    speechSeconds = record.usage.ttsSeconds
  }
}

/// The turns of a soak by the age of their sessions.
struct SoakTurns: Sendable {
  /// The latencies that must not drift: the whole, and what each service has in it.
  static let metrics: [LatencyMetric] = ["turn.v2v", "stt.finalize", "llm.ttft", "tts.ttfb"].compactMap {
    MetricCatalogue.metric($0)
  }

  let turns: [SoakTurn]

  /// - Parameter turns: In any order.
  init(_ turns: [SoakTurn]) {
    self.turns = turns.sorted { ($0.age, $0.position) < ($1.age, $1.position) }
  }

  /// Whether each metric drifted.
  func trends(limit: Double) -> [SoakReport.LatencyTrend] {
    Self.metrics.indices.map { trend(ofMetric: $0, limit: limit) }
  }

  private func trend(ofMetric index: Int, limit: Double) -> SoakReport.LatencyTrend {
    let series = series(ofMetric: index)
    let name = Self.metrics[index].id
    // The whole is tested by itself; its three parts share what is accepted of false alarms.
    let share = index == 0 ? 1.0 : Double(Self.metrics.count - 1)
    if let trend = SoakTrend(series) {
      return SoakReport.LatencyTrend(
        metric: name, method: "cycles", turns: series.turns.count, change: Self.rounded(trend.change),
        probability: trend.probability, blocks: trend.blocks.map(Self.rounded),
        drifts: trend.drifts(alpha: 0.0075 / share, threshold: limit))
    }
    if let trend = DriftWithinRun(series) {
      return SoakReport.LatencyTrend(
        metric: name, method: "turns", turns: series.turns.count, change: Self.rounded(trend.change),
        probability: trend.probability, blocks: trend.blocks.map(Self.rounded),
        drifts: trend.change > 0 && trend.drifts(alpha: 0.01 / share, threshold: limit))
    }
    return SoakReport.LatencyTrend(
      metric: name, method: nil, turns: series.turns.count, change: nil, probability: nil, blocks: [],
      drifts: false)
  }

  /// The latencies of what came about as often as the rest: an utterance that was cut in two once is not an
  /// item.
  private func series(ofMetric index: Int) -> ItemSeries {
    var numbers: [String: Int] = [:]
    var counts: [Int] = []
    let played = turns.filter { $0.latencies[index] != nil }
    let items = played.map { turn in
      let number = numbers[turn.item] ?? counts.count
      if number == counts.count {
        numbers[turn.item] = number
        counts.append(0)
      }
      counts[number] += 1
      return number
    }
    let most = counts.max() ?? 0
    return ItemSeries(
      zip(items, played).filter { 2 * counts[$0.0] >= most }.map { item, turn in
        ItemSeries.Turn(item: item, latency: turn.latencies[index])
      })
  }

  private static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
}
