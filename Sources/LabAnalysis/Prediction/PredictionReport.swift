public import LabRecord
public import LabStatistics
import LabTimeline

/// What combinations of services that nobody measured would take, and how far such predictions lie from measured ones.
public struct PredictionReport: Sendable {
  /// The format of the document.
  public static let currentSchema = "turnlab.prediction/1"

  /// The runs that the measured cells are of.
  public let runs: [String]
  /// Voice to voice of the combinations that were not measured, in the order of the matrix.
  public let predictions: [Prediction]
  /// Measured cells, each predicted from all others.
  public let checks: [Check]
  /// Measured cells that cannot be put together from others.
  public let unchecked: [Cell]
  /// What must be known beside the figures.
  public let notes: [String]

  /// A combination that was not measured.
  public struct Prediction: Sendable, Hashable {
    public let cell: Cell
    /// How many different turns were put together.
    public let turns: Int
    /// From how many combinations of measured cells each.
    public let ways: Int
    /// In milliseconds; `nil` when the turns are too few.
    public let p50: Figure?
    public let p90: Figure?
    public let p95: Figure?
  }

  /// A percentile with the range that other conversations of the kind might give.
  public struct Figure: Sendable, Hashable {
    public let milliseconds: Double
    /// `nil` with fewer than five conversations.
    public let interval: ConfidenceInterval?
  }

  /// A measured combination, held against what would have been predicted without it.
  public struct Check: Sendable, Hashable {
    public let cell: Cell
    /// Measured turns.
    public let turns: Int
    public let measured50: Double?
    public let predicted50: Double?
    public let measured95: Double?
    public let predicted95: Double?
    /// What other conversations of the kind might give at p50; `nil` with fewer than five conversations or too few turns.
    public let sampling50: Sampling?
    /// The same at p95.
    public let sampling95: Sampling?

    /// How far the figures would lie apart with other conversations of the kind, as 95 % intervals.
    public struct Sampling: Sendable, Hashable {
      /// Of the measured percentile, in milliseconds.
      public let measured: ConfidenceInterval
      /// Of the predicted one, in milliseconds.
      public let predicted: ConfidenceInterval
      /// Of the error between the two, which share what they have in common.
      public let error: ConfidenceInterval

      /// Whether the error is more than the choice of the conversations explains. By chance, one in twenty is.
      public var isBeyond: Bool { error.lower > Self.nothing || error.upper < -Self.nothing }

      /// Half of the measured percentile's interval as a share of its middle: 0.05 is ± 5 %.
      public var uncertainty: Double {
        (measured.upper - measured.lower) / (measured.upper + measured.lower).magnitude
      }

      /// What sums of the same parts differ by in floating point.
      private static let nothing = 1e-9
    }

    /// How far the prediction lies from what was measured: 0.03 is three per cent too long.
    public var error50: Double? { Self.error(predicted50, measured50) }
    public var error95: Double? { Self.error(predicted95, measured95) }

    private static func error(_ predicted: Double?, _ measured: Double?) -> Double? {
      guard let predicted, let measured, measured != 0 else { return nil }
      return predicted / measured - 1
    }
  }

  /// Puts together what was not measured, and what was, to see how well that goes.
  ///
  /// - Parameters:
  ///   - runs: Measured runs; services may stand in several. Baseline arms and speech-to-speech cells are left out.
  ///   - isWanted: Which of the combinations that were not measured to predict.
  /// - Throws: `AnalysisError` when runs are of different modes and when there is nothing to put together.
  public init(_ runs: [ComparedRun], wanted isWanted: (Cell) -> Bool = { _ in true }) throws(AnalysisError) {
    let cells = runs.flatMap(\.cells).filter { $0.cell.arm == .candidate && !$0.cell.isSpeechToSpeech }
    try Self.requireOneMode(runs)
    let donors = cells.map(Donor.init)
    self.runs = runs.map(\.name)
    let measured = Set(donors.map(\.cell))
    let missing = Self.combinations(of: donors.map(\.cell)).filter { !measured.contains($0) }
    predictions = missing.filter(isWanted).compactMap { Self.predict($0, from: donors) }
    var checks: [Check] = []
    var unchecked: [Cell] = []
    var seen: Set<Cell> = []
    for donor in donors where seen.insert(donor.cell).inserted {
      let own = donors.filter { $0.cell == donor.cell }
      if let check = Self.check(donor.cell, own: own, from: donors) {
        checks.append(check)
      } else {
        unchecked.append(donor.cell)
      }
    }
    self.checks = checks
    self.unchecked = unchecked
    guard !predictions.isEmpty || !checks.isEmpty else {
      throw AnalysisError(
        .noData,
        "Nothing can be put together from \(measured.count) measured \(measured.count == 1 ? "cell" : "cells").",
        hint: "Measure cells that differ in their services, e.g. A/A/A, B/A/A and A/B/A for B/B/A.")
    }
    notes = Self.notes(runs)
  }

  /// The median and the largest size of the errors at a percentile, over all checks; `nil` without one.
  public func errors(_ error: (Check) -> Double?) -> (median: Double, largest: Double)? {
    let sizes = checks.compactMap(error).map(\.magnitude)
    guard let largest = sizes.max() else { return nil }
    return (Sample.median(of: sizes), largest)
  }

  private static func requireOneMode(_ runs: [ComparedRun]) throws(AnalysisError) {
    guard let first = runs.first,
      let other = runs.first(where: { $0.report.run.mode != first.report.run.mode })
    else { return }
    throw AnalysisError(
      .notComparable,
      "“\(first.name)” was measured in mode \(first.report.run.mode.rawValue) and “\(other.name)” in mode "
        + "\(other.report.run.mode.rawValue): their stages do not fit together.",
      hint: "Name runs of one mode.")
  }

  /// Every combination of the services that stand under the same conditions, in the order in which they come up.
  private static func combinations(of cells: [Cell]) -> [Cell] {
    var seen: Set<[String]> = []
    return cells.flatMap { first -> [Cell] in
      guard seen.insert(first.conditions).inserted else { return [] }
      let alike = cells.filter { $0.conditions == first.conditions }
      func names(_ axis: (Cell) -> String) -> [String] {
        var known: Set<String> = []
        return alike.map(axis).filter { known.insert($0).inserted }
      }
      return names(\.stt).flatMap { stt in
        names(\.llm).flatMap { llm in
          names(\.tts).map { tts in
            var cell = first
            (cell.stt, cell.llm, cell.tts) = (stt, llm, tts)
            return cell
          }
        }
      }
    }
  }

  private static func predict(_ cell: Cell, from donors: [Donor]) -> Prediction? {
    guard let composition = TurnComposition(cell, from: donors) else { return nil }
    let sorted = composition.values.flatMap(\.self).sorted()
    let quantiles = [Quantile.p50, .p90, .p95]
    let bootstrap = ClusterBootstrap(
      generator: SeededGenerator(seed: 1).derived(name: "prediction/" + cell.name), resamples: 500)
    let intervals = bootstrap.intervals(of: quantiles, in: composition.values)
    // Ways of putting one turn together are no further turns: what those support is what counts.
    let figures = zip(quantiles, intervals).map { quantile, interval in
      composition.turns < quantile.minimumCount
        ? nil : quantile.reported(ofSorted: sorted).map { Figure(milliseconds: $0, interval: interval) }
    }
    return Prediction(
      cell: cell, turns: composition.turns, ways: composition.ways, p50: figures[0], p90: figures[1],
      p95: figures[2])
  }

  private static func check(_ cell: Cell, own: [Donor], from donors: [Donor]) -> Check? {
    guard let composition = TurnComposition(cell, from: donors) else { return nil }
    var voiceToVoice: [TurnParts.Conversation: [Double]] = [:]
    for donor in own { voiceToVoice.merge(donor.voiceToVoice, uniquingKeysWith: +) }
    let measured = Sample(voiceToVoice.values.flatMap(\.self))
    let composed = Sample(composition.values.flatMap(\.self))
    let sampling = ErrorSampling(
      measured: voiceToVoice,
      predicted: Dictionary(uniqueKeysWithValues: composition.conversations.map { ($0.key, $0.values) }),
      generator: SeededGenerator(seed: 1).derived(name: "check/" + cell.name))
    func predicted(_ quantile: Quantile) -> Double? {
      composition.turns < quantile.minimumCount ? nil : composed.quantile(quantile.probability)
    }
    func intervals(_ quantile: Quantile) -> Check.Sampling? {
      composition.turns < quantile.minimumCount ? nil : sampling?.intervals(at: quantile)
    }
    return Check(
      cell: cell, turns: measured.count, measured50: measured.quantile(0.5), predicted50: predicted(.p50),
      measured95: measured.quantile(0.95), predicted95: predicted(.p95), sampling50: intervals(.p50),
      sampling95: intervals(.p95))
  }

  private static func notes(_ runs: [ComparedRun]) -> [String] {
    var notes: [String] = []
    let plans = Set(runs.map(\.report.run.plan.sha256))
    if plans.count > 1 {
      notes.append(
        "The runs are of \(plans.count) plans. Predictions hold where these have the same settings, which cells do not "
          + "name.")
    }
    for run in runs where !run.report.run.instrument.isValid {
      notes.append("The run “\(run.name)” is not valid: the instrument may have bent it.")
    }
    return notes
  }
}
