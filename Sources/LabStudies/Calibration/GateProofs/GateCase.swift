public import LabGates
public import LabStatistics

/// A proof that is still to be made: a gate, the run it is judged on, and what it has to say.
public struct GateCase: Hashable, Sendable {
  /// What kind of gate.
  public var kind: String
  /// The run that is judged.
  public var run: GateRun
  /// What the run is when it is not the whole, finished run.
  public var state = State.whole
  /// The runs that `baseline: run` stands for.
  public var baseline: GateRun?
  /// How much two equal runs are said to differ; `nil` when the history does not know.
  public var noise: BetweenRunNoise?
  /// The run that measured a flagged cell again.
  public var confirmation: GateRun?
  /// The lines of the gate, below its id.
  public var lines: [String]
  /// Further lines of the file: screening and waivers.
  public var appendix: [String] = []
  /// The verdict, as ``verdict(of:)`` words it.
  public var expected: String

  /// What is done to a run before it is judged.
  public enum State: Hashable, Sendable {
    case whole
    /// Its last conversation is missing, as if the run had been killed.
    case unfinished
  }

  init(
    _ kind: String, on run: GateRun, state: State = .whole, baseline: GateRun? = nil,
    noise: BetweenRunNoise? = nil, confirmation: GateRun? = nil, gate lines: [String],
    appendix: [String] = [],
    gives expected: String
  ) {
    self.kind = kind
    self.run = run
    self.state = state
    self.baseline = baseline
    self.noise = noise
    self.confirmation = confirmation
    self.lines = lines
    self.appendix = appendix
    self.expected = expected
  }

  /// The whole gate file.
  public var text: String {
    (["name: proof", "gates:", "  - id: proof"] + lines.map { "    " + $0 } + appendix).joined(
      separator: "\n")
      + "\n"
  }

  /// What is planted, in words.
  var planted: String {
    let others = [
      state == .unfinished ? "cut off" : nil, baseline.map { "held against a run with \($0.planted)" },
      confirmation.map { "measured again: \($0.planted)" },
    ]
    return ([run.planted] + others.compactMap(\.self)).joined(separator: ", ")
  }

  /// Judges the run.
  ///
  /// - Parameters:
  ///   - file: What was read from ``text``.
  ///   - subject: A run, whole or not.
  public func prove(by file: GateFile, _ subject: (GateRun, State) throws -> GateSubject) rethrows
    -> GateProof
  {
    var baselines: [RelativeGate.Baseline: GateBaseline] = [:]
    if let baseline {
      let noise = noise
      baselines[.run] = GateBaseline(runs: [try subject(baseline, .whole)]) { _, _ in noise }
    }
    let report = GateEvaluation(
      file, of: try subject(run, state), baselines: baselines,
      confirmations: try confirmation.map { [try subject($0, .whole)] } ?? []
    ).report()
    return GateProof(
      kind: kind, planted: planted, gate: text, expected: expected, actual: Self.verdict(of: report),
      reason: report.results.flatMap(\.findings).map(\.reason).joined(separator: " "))
  }

  /// The verdict on the only cell, or `waived` when somebody has accepted a failure.
  private static func verdict(of report: GateReport) -> String {
    guard let result = report.results.first, report.results.count == 1 else { return "no verdict" }
    return result.waiver == nil ? result.verdict.rawValue.lowercased() : "waived"
  }
}
