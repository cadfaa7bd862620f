public import LabAnalysis
public import LabRecord
public import LabStatistics
import LabTimeline

/// What the gates of a file say about a run: the content of `gate.json`, and all that any output shows.
public struct GateReport: Hashable, Sendable {
  /// The format of the file; a reader refuses one that it does not know.
  public static let currentSchema = "turnlab.gate/1"

  /// What the gate file calls its gates together.
  public var name: String
  public var run: JudgedRun
  /// One for each gate and cell, in the order of the file and of the plan.
  public var results: [GateResult]
  /// The two-stage design, when the file asks for it.
  public var screening: Screening?

  public init(name: String, run: JudgedRun, results: [GateResult], screening: Screening? = nil) {
    self.name = name
    self.run = run
    self.results = results
    self.screening = screening
  }

  /// The run that was judged.
  public struct JudgedRun: Hashable, Sendable, Codable {
    /// Its folder, as the user gave it.
    public var folder: String
    public var id: String
    public var mode: RunMode
    public var seed: UInt64
    public var plan: String

    public init(folder: String, run: RunReport.Run) {
      self.folder = folder
      id = run.id
      mode = run.mode
      seed = run.seed
      plan = run.plan.name
    }
  }

  /// How the false alarms of a night of many gates are kept rare.
  public struct Screening: Hashable, Sendable, Codable {
    /// How many relative judgements the night has.
    public var judgements: Int
    /// The level at which a first run has a cell run again.
    public var flag: Double
    /// The level at which both runs pooled decide.
    public var decision: Double
    /// The folders of the runs that were pooled with this one.
    public var confirmations: [String]
  }

  /// What the program's exit code has to say; the greatest word of any result.
  public func outcome(flagsImprovements: Bool = false) -> Outcome {
    let worst = results.map(\.effect).max() ?? .missing
    if worst <= .warning, flagsImprovements, results.contains(where: { $0.relative?.isImprovement == true }) {
      return .improvement
    }
    return Outcome(worst)
  }

  /// What a script is told.
  public enum Outcome: Hashable, Sendable {
    case pass, improvement, inconclusive, notComparable, regression, noData

    fileprivate init(_ effect: GateResult.Effect) {
      switch effect {
      case .pass, .waived, .warning: self = .pass
      case .inconclusive: self = .inconclusive
      case .notComparable: self = .notComparable
      case .regression: self = .regression
      case .missing: self = .noData
      }
    }
  }
}

/// What one gate says about one cell.
public struct GateResult: Hashable, Sendable {
  public var gate: String
  /// `nil` when the gate selects no cell of the run.
  public var cell: Cell?
  /// The key of the gate's metric, with its unit.
  public var metric: String
  public var turns: TurnSelection
  /// What was asked and how it was answered: budgets first.
  public var budgets: [BudgetJudgement]
  public var relative: RelativeOutcome?
  /// Why nothing could be judged at all; `nil` when the budgets and the comparison speak for themselves.
  public var obstacle: Finding?
  /// The verdict that counts most.
  public var verdict: Verdict
  /// What it does to the program's exit code.
  public var effect: Effect
  /// Who has accepted the failure.
  public var waiver: Waiver?

  /// What a result does to the exit code, from nothing to the most.
  public enum Effect: Int, Hashable, Sendable, Comparable, CaseIterable {
    case pass, waived, warning, inconclusive, notComparable, regression, missing

    /// Orders by weight.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}

/// One verdict with its reason.
public struct Finding: Hashable, Sendable {
  public var verdict: Verdict
  /// One sentence for whoever is woken by it.
  public var reason: String
  /// Why there is nothing to judge; only of an ERROR.
  public var obstacle: Obstacle?
  /// What to do next, a command or a sentence; `nil` when there is nothing to do.
  public var advice: String?
  /// What it does to the exit code, as the gate wants it.
  public var effect = GateResult.Effect.pass

  public init(_ verdict: Verdict, _ reason: String, obstacle: Obstacle? = nil, advice: String? = nil) {
    self.verdict = verdict
    self.reason = reason
    self.obstacle = obstacle
    self.advice = advice
  }

  /// Why a gate has nothing to judge by.
  public enum Obstacle: String, Hashable, Sendable, CaseIterable {
    /// No cell, no turn, no value.
    case missing
    /// The measurements there are, or ever will be, cannot show what the gate asks for.
    case cannotSee = "cannot_see"
    /// The baseline is missing, or is of another kind than the run.
    case notComparable = "not_comparable"
    /// The instrument may have bent the numbers, or the run is unfinished.
    case invalidRun = "invalid_run"
  }
}

/// A budget and what became of it.
public struct BudgetJudgement: Hashable, Sendable {
  /// As the gate file writes it.
  public var text: String
  /// What it limits, e.g. `turn.v2v.p90`.
  public var quantity: String
  /// What value and limit are counted in.
  public var unit: BudgetUnit
  /// In the unit of the quantity.
  public var limit: Double
  /// In the unit of the quantity; `nil` when there is none.
  public var value: Double?
  /// The 95 % interval of a percentile, clustered by conversation; `nil` where it cannot be given.
  public var interval: ConfidenceInterval?
  /// Turns with a value; of a count or rate, turns.
  public var n: Int
  /// The turns that the budget needs to be judged, when there are fewer.
  public var neededTurns: Int?
  public var finding: Finding
}
