public import LabTimeline

/// What turns of a run would gain from a change: the content of `whatif.json`, and all that is shown of it.
///
/// The idea of virtual speed-ups is C. Curtsinger's and E. D. Berger's ("Coz: Finding Code that Counts with
/// Causal Profiling", SOSP 2015): what a part costs is what the whole would gain if the part were faster, and
/// that is not the time the part takes, because parts run side by side. A program can only be slowed down
/// around the part; a turn can be run again in virtual time, or be computed anew from its record.
public struct WhatIfReport: Sendable {
  /// The format of `whatif.json`.
  public static let currentSchema = "turnlab.whatif/1"

  /// How the turns were run again.
  public enum Method: String, Sendable, CaseIterable {
    /// The same plan and seed in virtual time, unchanged and changed, with the whole pipeline.
    case virtualTime = "virtual_time"
    /// Every recorded turn computed anew, from what follows from what (``TurnRetiming``).
    case record
  }

  /// The run that was asked about.
  public var run: String
  /// The changes as they were written.
  public var changes: [String]
  public var method: Method
  /// The folder of the changed run; `nil` when none was written.
  public var out: String?
  public var cells: [WhatIfCell]

  public init(
    run: String, changes: [String], method: Method, out: String? = nil, cells: [WhatIfCell] = []
  ) {
    self.run = run
    self.changes = changes
    self.method = method
    self.out = out
    self.cells = cells
  }
}

/// What the turns of one cell would gain.
public struct WhatIfCell: Sendable {
  /// The turns as they were, run again, beside the same turns with the change.
  public let comparison: CellComparison
  /// What the changed stages take less or more on the mean of all turns, in milliseconds.
  public let stages: [StageShift]
  /// What voice to voice takes less or more on the mean, in milliseconds; `nil` without a turn that has one.
  public let voiceToVoice: Double?
  /// In how many turns the transcript was there before the turn had ended; `nil` where no service was asked
  /// for one.
  public let transcriptFirst: Count?
  /// How far the turns that were run again, unchanged, lie from those that were measured.
  public let error: ReplayError

  /// A count out of a total.
  public struct Count: Hashable, Sendable {
    public let count: Int
    public let of: Int
  }

  /// What a stage takes less or more.
  public struct StageShift: Hashable, Sendable {
    public let metric: LatencyMetric
    /// In milliseconds, the mean of all turns that have a value on both sides.
    public let mean: Double
  }

  /// Compares the turns of a cell.
  ///
  /// - Parameters:
  ///   - measured: The cell of the run that was asked about.
  ///   - before: The same turns, run again.
  ///   - after: The same turns with the change.
  ///   - stages: What was changed.
  /// - Throws: `AnalysisError` when there is no turn to compare.
  public init(
    measured: ComparedCell, before: ComparedCell, after: ComparedCell, stages: [TurnStage]
  ) throws(AnalysisError) {
    let pairing = try TurnPairing(
      CellMatch(baseline: before, candidate: after, design: .separateRuns))
    comparison = CellComparison(pairing)
    self.stages = Self.shifts(of: stages, in: pairing)
    voiceToVoice = Self.meanShift(pairing.measure(MetricCatalogue.voiceToVoice))
    transcriptFirst = Self.transcriptFirst(pairing.pairs)
    error = ReplayError(measured: measured, replayed: before)
  }

  /// What part of the stages' own change reached the caller: 1 is all of it, 0 nothing; `nil` when no stage
  /// alone was changed, or hardly.
  public var reached: Double? {
    let sum = stages.reduce(0) { $0 + $1.mean }
    guard let voiceToVoice, sum.magnitude >= 0.001 else { return nil }
    // Nothing is nothing, whatever its sign.
    return voiceToVoice == 0 ? 0 : voiceToVoice / sum
  }

  private static func shifts(of stages: [TurnStage], in pairing: TurnPairing) -> [StageShift] {
    var seen: Set<String> = []
    return stages.compactMap { stage in
      let candidates = stage.metrics.compactMap(MetricCatalogue.metric)
      for metric in candidates {
        guard let mean = meanShift(pairing.measure(metric)) else { continue }
        return seen.insert(metric.id).inserted ? StageShift(metric: metric, mean: mean) : nil
      }
      return nil
    }
  }

  private static func meanShift(_ measured: PairedMetric) -> Double? {
    let pairs = measured.complete
    guard !pairs.isEmpty else { return nil }
    return pairs.reduce(0) { $0 + $1.candidate - $1.baseline } / Double(pairs.count)
  }

  /// The steps of a transcript take nothing of the caller's time when it is there before the turn has ended.
  private static func transcriptFirst(_ pairs: [PairedTurn]) -> Count? {
    let waits = pairs.compactMap { pair -> Int64? in
      let steps = pair.baseline.contributions?.filter { $0.name.hasPrefix("stt.") } ?? []
      return steps.isEmpty ? nil : steps.reduce(0) { $0 + $1.nanoseconds }
    }
    return waits.isEmpty ? nil : Count(count: waits.count { $0 == 0 }, of: waits.count)
  }
}

extension TurnStage {
  /// The latencies that say how long the stage took, the first that has values.
  var metrics: [String] {
    switch self {
    case .firstPartial: ["stt.first_partial"]
    case .finalize, .transcript: ["stt.finalize", "stt.ttfs"]
    case .endOfTurn: ["turn.endpointing"]
    case .firstToken: ["llm.ttft"]
    case .tokenInterval: ["llm.ttfs"]
    case .firstAudio, .reply: ["tts.ttfb"]
    case .leadingSilence: ["playout.start"]
    }
  }
}
