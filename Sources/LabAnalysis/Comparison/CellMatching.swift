public import LabRecord
import LabTimeline

/// Which cells are compared with which, and which have no counterpart.
public struct CellMatching: Sendable {
  /// What is compared, in the order of the candidate's plan.
  public private(set) var matches: [CellMatch] = []
  /// Cells without a counterpart.
  public private(set) var onlyInBaseline: [Cell] = []
  public private(set) var onlyInCandidate: [Cell] = []

  /// Some cells of a run, and the axes by which they were chosen.
  public struct Side: Sendable {
    public let run: ComparedRun
    /// The chosen cells, as indices into the run's list.
    public let cells: [Int]
    /// The axes that were named to choose them. Two cells that are compared may differ in these.
    public let namedAxes: Set<String>

    /// Chooses every cell of a run.
    public init(_ run: ComparedRun) {
      self.init(run, namedAxes: []) { _ in true }
    }

    /// Chooses some cells of a run, by the axes that are named.
    public init(_ run: ComparedRun, namedAxes: Set<String>, choosing chooses: (Cell) -> Bool) {
      self.run = run
      self.namedAxes = namedAxes
      cells = run.report.cells.indices.filter { chooses(run.report.cells[$0].cell) }
    }
  }

  /// Matches the arms of a run that carries a baseline.
  ///
  /// - Throws: `AnalysisError` when the run has no baseline, and when none of its pairs is chosen.
  public static func arms(of side: Side) throws(AnalysisError) -> CellMatching {
    let run = side.run
    guard let pairs = run.report.pairs, !pairs.isEmpty else {
      throw AnalysisError(
        .notComparable,
        "The run “\(run.name)” has no baseline arm, so there is nothing to compare within it.",
        hint: "Name a second run, two of its cells (DIR:llm=… DIR:llm=…), or give its plan a baseline.")
    }
    let chosen = Set(side.cells)
    var matching = CellMatching()
    for pair in pairs where chosen.contains(pair.candidate) || chosen.contains(pair.baseline) {
      matching.matches.append(
        CellMatch(baseline: run.cell(pair.baseline), candidate: run.cell(pair.candidate), design: .arms))
    }
    guard !matching.matches.isEmpty else { throw nothingChosen(run) }
    return matching
  }

  /// Matches the cells of two runs, or two groups of cells of one.
  ///
  /// Cells match when they agree on every axis that neither side was chosen by. One cell that agrees with several
  /// on the other side is compared with each of them. Several that agree with several match where they are equal.
  /// Two runs of one cell each match whatever their axes: nothing else can be meant.
  ///
  /// - Throws: `AnalysisError` when no cell is chosen, when nothing matches, and when it is open what does.
  public static func matching(baseline: Side, candidate: Side) throws(AnalysisError) -> CellMatching {
    for side in [baseline, candidate] where side.cells.isEmpty { throw nothingChosen(side.run) }
    var matching = CellMatching()
    let isOneRun = baseline.run.name == candidate.run.name
    if baseline.cells.count == 1, candidate.cells.count == 1, !isOneRun {
      matching.add(baseline, baseline.cells, candidate, candidate.cells)
      return matching
    }
    let shared = Cell.axes.filter { axis in
      !baseline.namedAxes.contains(axis.name) && !candidate.namedAxes.contains(axis.name)
    }
    func key(_ cell: Cell) -> [String] { shared.map { $0.value(cell) } }
    let baselines = Dictionary(grouping: baseline.cells) { key(baseline.run.report.cells[$0].cell) }
    let candidates = Dictionary(grouping: candidate.cells) { key(candidate.run.report.cells[$0].cell) }
    var seen: Set<[String]> = []
    for index in candidate.cells {
      let key = key(candidate.run.report.cells[index].cell)
      guard seen.insert(key).inserted else { continue }
      try matching.match(baseline, baselines[key] ?? [], candidate, candidates[key] ?? [])
    }
    for index in baseline.cells where candidates[key(baseline.run.report.cells[index].cell)] == nil {
      matching.onlyInBaseline.append(baseline.run.report.cells[index].cell)
    }
    guard !matching.matches.isEmpty else { throw nothingMatches(baseline, candidate, isOneRun: isOneRun) }
    return matching
  }

  /// Matches cells that agree on all axes that count.
  private mutating func match(
    _ baseline: Side, _ baselines: [Int], _ candidate: Side, _ candidates: [Int]
  ) throws(AnalysisError) {
    if baselines.isEmpty {
      onlyInCandidate += candidates.map { candidate.run.report.cells[$0].cell }
    } else if baselines.count == 1 || candidates.count == 1 {
      add(baseline, baselines, candidate, candidates)
    } else {
      try matchEqual(baseline, baselines, candidate, candidates)
    }
  }

  private mutating func matchEqual(
    _ baseline: Side, _ baselines: [Int], _ candidate: Side, _ candidates: [Int]
  ) throws(AnalysisError) {
    func cell(_ side: Side, _ index: Int) -> Cell { side.run.report.cells[index].cell }
    let equal = candidates.filter { index in
      baselines.contains { cell(baseline, $0) == cell(candidate, index) }
    }
    guard !equal.isEmpty else {
      throw AnalysisError(
        .notComparable,
        "\(baselines.count) cells of “\(baseline.run.name)” and \(candidates.count) of “\(candidate.run.name)” "
          + "fit together, and it is open which of them are to be compared.",
        hint: "Name more axes on one side, until one cell is left there.")
    }
    for index in equal {
      add(baseline, baselines.filter { cell(baseline, $0) == cell(candidate, index) }, candidate, [index])
    }
    onlyInBaseline += baselines.map { cell(baseline, $0) }.filter { one in
      !equal.contains { cell(candidate, $0) == one }
    }
    onlyInCandidate += candidates.filter { !equal.contains($0) }.map { cell(candidate, $0) }
  }

  /// Adds every combination but that of a cell with itself.
  private mutating func add(_ baseline: Side, _ baselines: [Int], _ candidate: Side, _ candidates: [Int]) {
    let isOneRun = baseline.run.name == candidate.run.name
    for one in baselines {
      for other in candidates where !(isOneRun && one == other) {
        matches.append(
          CellMatch(
            baseline: baseline.run.cell(one), candidate: candidate.run.cell(other),
            design: isOneRun ? Self.design(of: baseline.run, one, other) : .separateRuns))
      }
    }
  }

  /// Two cells of a run may be the arms of its pair.
  private static func design(of run: ComparedRun, _ one: Int, _ other: Int) -> ComparisonDesign {
    let arms = run.report.pairs?.contains { Set([$0.baseline, $0.candidate]) == Set([one, other]) }
    return arms == true ? .arms : .cells
  }

  private static func nothingChosen(_ run: ComparedRun) -> AnalysisError {
    AnalysisError(
      .notComparable, "No cell of “\(run.name)” is selected.",
      hint: "Its cells are: \(list(run.report.cells.map(\.cell))).")
  }

  private static func nothingMatches(_ baseline: Side, _ candidate: Side, isOneRun: Bool) -> AnalysisError {
    guard !isOneRun else {
      return AnalysisError(
        .notComparable, "Both sides name the same cells of “\(baseline.run.name)”.",
        hint: "Name two cells, e.g. \(baseline.run.name):llm=… \(baseline.run.name):llm=…")
    }
    return AnalysisError(
      .notComparable, "“\(baseline.run.name)” and “\(candidate.run.name)” have no cell in common.",
      hint: "Name the cells, e.g. \(baseline.run.name):llm=… \(candidate.run.name):llm=…; "
        + "the first has \(list(baseline.run.report.cells.map(\.cell))), "
        + "the second \(list(candidate.run.report.cells.map(\.cell))).")
  }

  /// A few cells by name.
  private static func list(_ cells: [Cell]) -> String {
    let names = cells.prefix(4).map { "“\($0.name)”" }
    return names.joined(separator: ", ") + (cells.count > 4 ? " and \(cells.count - 4) more" : "")
  }
}
