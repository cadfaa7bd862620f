public import LabRecord
import LabStatistics
import LabTimeline

/// What a load test found: the content of `load.json`.
public struct LoadReport: Hashable, Sendable, Codable {
  /// The format of the file.
  public static let currentSchema = "turnlab.load/1"
  /// The file's name in the folder.
  public static let fileName = "load.json"

  public var schema = currentSchema
  public var mode: RunMode
  public var settings: LoadSettings
  public var answer: LoadSearch.Answer
  /// The loads in the order in which they were tried.
  public var steps: [LoadStep]

  public init(mode: RunMode, settings: LoadSettings, answer: LoadSearch.Answer, steps: [LoadStep]) {
    self.mode = mode
    self.settings = settings
    self.answer = answer
    self.steps = steps
  }

  /// Whether the harness, and not the services, ended the search.
  public var isSaturated: Bool { answer.boundIs == .saturated }
}

/// What came of one load.
public struct LoadStep: Hashable, Sendable, Codable {
  public var load: Int
  public var outcome: LoadSearch.Outcome
  /// Turns that count, the settling left out, and those of them that failed or went unanswered.
  public var turns: Int
  public var unanswered: Int
  /// The objective's percentile, in milliseconds; nil when there are too few turns for it, and then the
  /// highest value is held against the limit.
  public var figure: Double?
  public var highest: Double?
  public var median: Double?
  /// How late microphone frames were and how long arrivals waited, p99 in milliseconds.
  public var frameLateness: Double?
  public var loopLag: Double?
  /// What was wrong with the harness; empty when it kept up.
  public var harness: [String]

  private enum CodingKeys: String, CodingKey {
    case load, outcome, turns, unanswered, harness
    case figure = "figure_ms"
    case highest = "highest_ms"
    case median = "p50_ms"
    case frameLateness = "frame_lateness_p99_ms"
    case loopLag = "loop_lag_p99_ms"
  }

  /// Judges a load by its record.
  ///
  /// - Parameters:
  ///   - turns: All turns of the run, by their age in the run, in seconds; warm-ups left out.
  ///   - harness: What was wrong with the harness, if anything.
  public init(
    load: Int, settings: LoadSettings, turns: [(at: Double, record: TurnRecord)], reading: InstrumentReading?,
    harness: [String]
  ) {
    let metric = MetricCatalogue.metric(settings.metric) ?? MetricCatalogue.voiceToVoice
    let counted = turns.filter { $0.at >= settings.settleSeconds }.map(\.record)
    let values = counted.compactMap { metric.measure($0.events).value?.milliseconds }.sorted()
    let quantile = Quantile(Double(settings.percentile) / 100)
    self.load = load
    self.turns = counted.count
    unanswered = counted.count { turn in
      switch turn.outcome {
      case .failed, .missed: true
      case .completed, .interrupted: false
      }
    }
    func rounded(_ value: Double?) -> Double? { value.map { ($0 * 10).rounded() / 10 } }
    figure = rounded(quantile.reported(ofSorted: values))
    highest = rounded(values.last)
    median = rounded(values.isEmpty ? nil : MiddleValue.of(values))
    frameLateness = reading?.pacerLateness?.p99
    loopLag = reading?.loopLag?.p99
    self.harness = harness
    let share = counted.isEmpty ? 1 : Double(unanswered) / Double(counted.count)
    let held = (figure ?? highest).map { $0 <= settings.limitMilliseconds } ?? false
    if !harness.isEmpty {
      outcome = .saturated
    } else {
      outcome = held && share <= settings.failureShare ? .kept : .missed
    }
  }
}
