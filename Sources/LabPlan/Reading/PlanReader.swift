import Foundation
import LabEmulation
import LabYAML

/// Reads a plan file and reports everything that is wrong with it at once, each problem with its line.
public enum PlanReader {
  /// - Parameters:
  ///   - path: The file, as the user gave it.
  ///   - baseline: The plan under which to measure a baseline arm, in place of what the plan says of one; its
  ///     draws stay as the plan has them.
  /// - Throws: a ``RunError`` with all problems, or a `YAMLFileError` when there is no such file.
  public static func read(_ path: String, baseline: String? = nil) throws -> RunPlan {
    try plan(of: draft(path), baseline: baseline)
  }

  /// Reads the text of a plan.
  ///
  /// - Parameter path: What problems call it, and from where other files that it names are looked for.
  /// - Throws: a ``RunError`` with all problems.
  package static func read(text: String, path: String) throws -> RunPlan {
    let reader = YAMLReader(text: text, file: path)
    return try plan(of: draft(path, reader: reader, bytes: Data(text.utf8)), baseline: nil)
  }

  private static func plan(of draft: PlanDraft, baseline: String?) throws -> RunPlan {
    var draft = draft
    let path = draft.path
    let other = try draft.addBaseline(from: baseline)
    let ownProblems = draft.reader.problems
    let otherProblems = (other?.reader.problems ?? []).filter { !ownProblems.contains($0) }
    let problems = ownProblems + otherProblems
    guard problems.isEmpty, let plan = draft.plan else {
      let paths = [ownProblems.isEmpty ? nil : path, otherProblems.isEmpty ? nil : other?.path].compactMap {
        $0
      }
      let subject = paths.count == 1 ? "The plan \(paths[0]) has" : "The plans \(path) and \(paths[1]) have"
      throw RunError(
        .invalidPlan,
        problems.count == 1
          ? "\(subject) a problem, so nothing was run."
          : "\(subject) \(problems.count) problems, so nothing was run.",
        hint: "Correct the lines named.", problems: problems.map(\.description))
    }
    return plan
  }

  /// Reads a plan without the baseline that it may ask for.
  ///
  /// - Throws: a ``RunError`` with all problems, or a `YAMLFileError` when there is no such file.
  public static func candidate(_ path: String) throws -> RunPlan {
    try candidate(of: draft(path))
  }

  /// Reads the text of a plan without the baseline that it may ask for.
  ///
  /// - Parameter path: What problems call it, and from where other files that it names are looked for.
  /// - Throws: a ``RunError`` with all problems.
  package static func candidate(text: String, path: String) throws -> RunPlan {
    try candidate(of: draft(path, reader: YAMLReader(text: text, file: path), bytes: Data(text.utf8)))
  }

  private static func candidate(of draft: PlanDraft) throws -> RunPlan {
    guard draft.reader.problems.isEmpty, let plan = draft.plan else {
      throw RunError(
        .invalidPlan, "The plan \(draft.path) has problems, so nothing was run.",
        hint: "Correct the lines named.",
        problems: draft.reader.problems.map(\.description))
    }
    return plan
  }

  /// Reads a plan by itself: of another one that it names, only the name.
  static func draft(_ path: String) throws -> PlanDraft {
    let reader = try YAMLReader(contentsOf: path)
    return draft(path, reader: reader, bytes: FileManager.default.contents(atPath: path) ?? Data())
  }

  private static func draft(_ path: String, reader: YAMLReader, bytes: Data) -> PlanDraft {
    var draft = PlanDraft(path: path, reader: reader)
    if let root = reader.root() { read(root, into: &draft) }
    draft.plan?.fileDigest = SHA256Digest(of: Array(bytes)).hexadecimal
    return draft
  }

  private static func read(_ root: YAMLMapping, into draft: inout PlanDraft) {
    let name = name(in: root)
    _ = root.optionalString("description")
    let workloads = WorkloadReader.read(root)
    let own = OwnDefinitions(root)
    var matrix = root.mapping("matrix").map { MatrixReader.read($0, names: own.names) }
    let settings = root.optionalMapping("settings")
    // Whatever follows sees the plan as though the changes stood in it.
    let changes = ChangeReader.read(root, names: own.names)
    matrix?.apply(changes)
    var plan = RunPlan(name: name ?? "", workloads: workloads, matrix: matrix ?? RunPlan.Matrix())
    plan.settings = (settings.map(SettingsReader.read) ?? []) + changes.settings
    own.define(in: &plan)
    let emulated = root.optionalMapping("emulation")
    plan.playback = emulated.flatMap(CassetteReader.read)
    if let emulated { plan.emulation = EmulationReader.read(emulated, over: plan.emulation) }
    plan.emulation.apply(changes)
    plan.recovery = RecoveryReader.read(root)
    readExtent(root, into: &plan)
    plan.prices = root.optionalString("prices").map { BaselineReader.resolve($0, from: draft.path) }
    draft.baseline = root.optionalMapping("baseline").map {
      BaselineReader.read($0, over: plan.emulation, names: own.names, recovery: plan.recovery)
    }
    root.finish()
    guard name != nil, matrix != nil else { return }
    // A recorded baseline may be replayed, but only whole, as `turnlab replay` does it.
    if plan.playback != nil, draft.baseline != nil {
      emulated?.value.report(
        "a plan that plays a cassette can carry no baseline: both arms would hear the same")
    }
    for conflict in plan.settingConflicts() { (settings ?? root).value.report(conflict) }
    draft.plan = plan
  }

  /// Reads how much is measured, in which order and when.
  private static func readExtent(_ root: YAMLMapping, into plan: inout RunPlan) {
    plan.repeats = root.optionalInt("repeats", in: 1...100_000) ?? 1
    plan.warmup = root.optionalInt("warmup", in: 0...1000) ?? 0
    plan.order = root.optional("order")?.choice(of: RunPlan.Order.self) ?? .interleaved
    plan.arrival = root.optional("arrival").map(ArrivalReader.read) ?? .closed
    plan.concurrency = root.optionalInt("concurrency", in: 1...10_000) ?? plan.arrival.defaultLines
    plan.seed = UInt64(root.optionalInt("seed", in: 0...Int.max) ?? 1)
    plan.load = root.optionalMapping("load").map(LoadReader.read)
    plan.soak = root.optionalMapping("soak").map(SoakReader.read)
    plan.frontier = root.optionalBool("frontier")
  }

  private static func name(in root: YAMLMapping) -> String? {
    guard let value = root.required("name"), let name = value.string() else { return nil }
    guard let problem = PlanCheck.name(name) else { return name }
    value.report(problem)
    return nil
  }

  /// Reads a name and reports one that is unknown, with the one that was probably meant.
  static func known(_ value: YAMLValue, among names: [String], as what: String) -> String? {
    guard let text = value.string() else { return nil }
    guard let problem = PlanCheck.unknown(text, among: names, as: what) else { return text }
    value.report(problem)
    return nil
  }
}
