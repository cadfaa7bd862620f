public import LabRecord
import LabStatistics
import LabTimeline

/// Every stage made faster by the same shares, one after the other: which of them is worth working on.
public struct WhatIfSweep: Sendable {
  /// The format of the document.
  public static let currentSchema = "turnlab.whatif-sweep/1"

  /// By what share a stage is made faster; 1 means no time at all, the most that there is to gain.
  public static let speedUps = [0.1, 0.25, 0.5, 1]

  public var run: String
  public var method: WhatIfReport.Method
  public var cells: [CellSweep]

  /// The stages of one cell.
  public struct CellSweep: Sendable {
    public var cell: Cell
    public var rows: [Row]

    public init(cell: Cell, rows: [Row]) {
      self.cell = cell
      self.rows = rows
    }
  }

  /// What one stage gains at each of the speed-ups; `nil` where no turn could be compared.
  public struct Row: Sendable {
    public var stage: String
    public var gains: [Gain?]

    public init(stage: String, gains: [Gain?]) {
      self.stage = stage
      self.gains = gains
    }
  }

  /// What voice to voice becomes.
  public struct Gain: Hashable, Sendable {
    /// The mean change in milliseconds; below zero is a gain.
    public var mean: Double
    /// Voice to voice then, in milliseconds.
    public var p50: Double?
    public var p90: Double?
    /// The mean change as a share of what voice to voice was.
    public var share: Double
  }

  public init(run: String, method: WhatIfReport.Method, cells: [CellSweep]) {
    self.run = run
    self.method = method
    self.cells = cells
  }

  /// What a cell gains by a change; `nil` when no turn has a voice-to-voice latency on both sides.
  ///
  /// - Throws: `AnalysisError` when the cells cannot be paired.
  public static func gain(before: ComparedCell, after: ComparedCell) throws(AnalysisError) -> Gain? {
    let pairing = try TurnPairing(CellMatch(baseline: before, candidate: after, design: .separateRuns))
    let pairs = pairing.measure(MetricCatalogue.voiceToVoice).complete
    guard !pairs.isEmpty else { return nil }
    let sample = Sample(pairs.map(\.candidate))
    let (was, is_) = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.baseline, $0.1 + $1.candidate) }
    let mean = (is_ - was) / Double(pairs.count)
    return Gain(
      mean: mean, p50: sample.quantile(0.5), p90: sample.quantile(0.9),
      share: was == 0 ? 0 : (is_ - was) / was)
  }
}
