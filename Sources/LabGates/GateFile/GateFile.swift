public import LabAnalysis
public import LabRecord
public import LabTimeline

/// What a gate file asks for, read and checked.
public struct GateFile: Hashable, Sendable {
  /// What the gates are called together; heads every output.
  public var name: String
  /// The gates in the order of the file; no two have the same id.
  public var gates: [Gate]
  /// How a night of many relative gates keeps its false alarms rare; `nil` when each gate decides on its own.
  public var screening: Screening?
  /// Failures that somebody has accepted for a time.
  public var waivers: [Waiver]

  public init(name: String, gates: [Gate], screening: Screening? = nil, waivers: [Waiver] = []) {
    self.name = name
    self.gates = gates
    self.screening = screening
    self.waivers = waivers
  }

  /// The two levels of `TwoStageScreening`; the number of its gates is known when cells are.
  public struct Screening: Hashable, Sendable {
    /// The level at which a first run has a cell run again.
    public var flag: Double
    /// The accepted probability of one false alarm or more in the night.
    public var night: Double

    public init(flag: Double = 0.05, night: Double = 0.01) {
      self.flag = flag
      self.night = night
    }
  }
}

/// One gate: which cells, which metric, and what they are held to.
public struct Gate: Hashable, Sendable {
  /// Tells the gate apart from the others of its file.
  public var id: String
  /// Which cells are judged, each on its own. Baseline arms only when the pattern names the arm.
  public var selection: CellPattern
  /// What is judged, unless a budget names something else.
  public var metric: LatencyMetric
  /// Which turns of each conversation count.
  public var turns: TurnSelection
  /// Absolute limits, each judged on its own.
  public var budgets: [Budget]
  /// Whether the estimate alone decides a percentile's budget, or its 95 % interval must lie on one side.
  public var needsBudgetConfidence: Bool
  /// The comparison with a baseline, if one is asked for.
  public var relative: RelativeGate?
  public var onInconclusive: OnInconclusive
  public var onMissing: OnMissing
  public var severity: Severity

  public init(
    id: String, selection: CellPattern = CellPattern(), metric: LatencyMetric = MetricCatalogue.voiceToVoice,
    turns: TurnSelection = .all, budgets: [Budget] = [], needsBudgetConfidence: Bool = false,
    relative: RelativeGate? = nil, onInconclusive: OnInconclusive = .extend, onMissing: OnMissing = .error,
    severity: Severity = .fail
  ) {
    self.id = id
    self.selection = selection
    self.metric = metric
    self.turns = turns
    self.budgets = budgets
    self.needsBudgetConfidence = needsBudgetConfidence
    self.relative = relative
    self.onInconclusive = onInconclusive
    self.onMissing = onMissing
    self.severity = severity
  }

  /// What follows when the data decide neither way.
  public enum OnInconclusive: String, Hashable, Sendable, CaseIterable {
    /// It is shown as a warning.
    case warn
    /// It counts as a failure.
    case fail
    /// More is measured and looked at again, up to the gate's `n_max`; until then nothing is decided.
    case extend
  }

  /// What follows when there is nothing to judge.
  public enum OnMissing: String, Hashable, Sendable, CaseIterable {
    case error, warn
  }

  /// Whether a failure stops anybody.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    case fail, warn
  }

  /// Whether a cell is judged by the gate.
  public func selects(_ cell: Cell) -> Bool {
    let namesArm = selection.rules.contains { $0.axis == "arm" }
    return selection.matches(cell) && (namesArm || cell.arm == .candidate)
  }
}

/// A failure that somebody has accepted, for a reason and until a day.
public struct Waiver: Hashable, Sendable {
  /// The id of the gate.
  public var gate: String
  /// Which of its cells.
  public var selection: CellPattern
  /// Who answers for it.
  public var owner: String
  public var reason: String
  /// The last day on which it counts.
  public var expires: CalendarDate

  public init(
    gate: String, selection: CellPattern = CellPattern(), owner: String, reason: String, expires: CalendarDate
  ) {
    self.gate = gate
    self.selection = selection
    self.owner = owner
    self.reason = reason
    self.expires = expires
  }
}
