import LabYAML

/// A plan as it is being read.
struct PlanDraft {
  /// The file, as the user gave it.
  let path: String
  /// Holds the problems found so far.
  let reader: YAMLReader
  /// What was made of the file; nil when that is nothing.
  var plan: RunPlan?
  /// What the file says of a baseline arm.
  var baseline: BaselineReader.Wish?

  init(path: String, reader: YAMLReader) {
    self.path = path
    self.reader = reader
  }

  /// Gives the plan the baseline arm that it asks for.
  ///
  /// - Parameter commanded: Another plan that was named on the command line, which goes before the file's
  ///   wish.
  /// - Returns: the other plan that the baseline was taken from, with its problems.
  /// - Throws: a `YAMLFileError` when the commanded plan is not there, and a ``RunError`` when its cells do
  ///   not correspond to this plan's; what is wrong with one that the file names is among the reader's
  ///   problems.
  mutating func addBaseline(from commanded: String?) throws -> PlanDraft? {
    if let commanded {
      let other = try PlanReader.draft(commanded)
      guard let mismatch = adopt(other) else { return other }
      throw RunError(
        .invalidPlan,
        "The plan \(commanded) cannot be the baseline of \(path), because \(mismatch), so that their cells do "
          + "not correspond one to one.",
        hint: "Give both the same workloads, and as many values on every axis of the matrix.")
    }
    guard let baseline else { return nil }
    guard let value = baseline.plan else {
      plan = plan?.adding(baseline)
      return nil
    }
    guard let name = value.string() else { return nil }
    let other: PlanDraft
    do {
      other = try PlanReader.draft(BaselineReader.resolve(name, from: path))
    } catch let error as YAMLFileError {
      value.report("“plan” cannot be read: \(error.message)")
      return nil
    }
    if let mismatch = adopt(other) {
      value.report("“\(name)” cannot be the baseline, because \(mismatch)")
    }
    return other
  }

  /// Makes another plan the baseline of this one, and says why not when it cannot be.
  private mutating func adopt(_ other: PlanDraft) -> String? {
    guard let plan, let found = other.plan else { return nil }
    // Lists that lost an entry to a problem would seem not to correspond.
    guard reader.problems.isEmpty, other.reader.problems.isEmpty else { return nil }
    if let mismatch = plan.mismatch(with: found) { return mismatch }
    self.plan = plan.adding(found, at: other.path, draws: baseline?.draws ?? .common)
    return nil
  }
}
