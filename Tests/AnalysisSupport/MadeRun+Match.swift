import LabAnalysis
import LabRecord

extension MadeRun {
  /// Runs a plan twice, the second time with a change.
  static func match(
    mode: RunMode = .offline, seeds: (UInt64, UInt64) = (7, 7), iterations: Int = 3,
    baseline: MadeRun? = nil, _ change: @escaping (inout MadeRun.Turn) -> Void
  ) throws -> CellMatch {
    var first = baseline ?? MadeRun()
    first.name = "A"
    first.mode = mode
    first.seed = seeds.0
    first.iterations = iterations
    var second = MadeRun()
    second.name = "B"
    second.mode = mode
    second.seed = seeds.1
    second.iterations = iterations
    second.change = change
    let matching = try CellMatching.matching(
      baseline: .init(first.compared), candidate: .init(second.compared))
    guard let match = matching.matches.first else {
      throw AnalysisError(.noData, "The two runs have no cell in common.", hint: "Make them alike.")
    }
    return match
  }
}
