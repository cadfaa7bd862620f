import LabRecord
import LabTimeline

extension RunPlan {
  /// Everything that is wrong with the plan, a sentence each; empty when it can be run.
  public var problems: [String] {
    var found = [PlanCheck.name(name)].compactMap { $0 }
    found += PlanCheck.workloads(workloads.map(\.workload)).map(\.message)
    for selection in workloads {
      if let problem = PlanCheck.conversations(selection.conversations) { found.append(problem) }
      if selection.loops < 1 { found.append("“loops” is \(selection.loops); it must be at least 1") }
    }
    found += matrix.problems(names)
    if let baseline {
      // Cells may become alike there: each candidate needs a neighbour of its own.
      found += baseline.matrix.problems(names, mayRepeat: true).map { "in the baseline: \($0)" }
    }
    let counts = [("repeats", repeats, 1), ("warmup", warmup, 0), ("concurrency", concurrency, 1)]
    for (key, value, least) in counts where value < least {
      found.append("“\(key)” is \(value); it must be at least \(least)")
    }
    // A soak may cut a session short of what its settings allow a turn.
    var plan = self
    plan.sessionLength = nil
    let conflicts = plan.settingConflicts()
    return found + conflicts + plan.settingConflicts(of: .baseline).filter { !conflicts.contains($0) }
  }

  /// - Throws: a ``RunError`` with everything that is wrong with the plan.
  public func validate() throws(RunError) {
    let problems = problems
    guard problems.isEmpty else {
      throw RunError(
        .invalidPlan, "The plan “\(name)” cannot be run.", hint: "Correct what is listed.",
        problems: problems)
    }
  }
}

extension RunPlan.Matrix {
  fileprivate func problems(_ names: MatrixNames, mayRepeat: Bool = false) -> [String] {
    let isOfThree = s2s.isEmpty || !(stt.isEmpty && llm.isEmpty && tts.isEmpty)
    let absent = isOfThree ? (s2s.isEmpty ? [Stage.s2s] : []) : Stage.pipeline
    return MatrixAxis.all(names).flatMap { axis -> [String] in
      let values = self[keyPath: axis.path]
      let isAbsent = absent.contains { $0.rawValue == axis.key }
      let isDefault = axis.standard == [] && values.isEmpty
      guard !isAbsent, !isDefault else { return [] }
      return PlanCheck.values(values, of: axis, mayRepeat: mayRepeat).map(\.message)
    }
  }
}
