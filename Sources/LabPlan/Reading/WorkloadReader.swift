import LabYAML

/// Reads `workloads`, and the corpus that those have which name none.
enum WorkloadReader {
  static func read(_ root: YAMLMapping) -> [RunPlan.WorkloadSelection] {
    let corpus = root.optionalString("corpus") ?? RunPlan.WorkloadSelection.standardCorpus
    guard let list = root.required("workloads"), let items = list.sequence() else { return [] }
    let found = items.compactMap { selection($0, corpus: corpus) }
    // An item that cannot be read has a problem of its own.
    if items.isEmpty || !found.isEmpty {
      for problem in PlanCheck.workloads(found.map(\.selection.workload)) {
        (problem.index.map { found[$0].name } ?? list).report(problem.message)
      }
    }
    return found.map(\.selection)
  }

  private static func selection(
    _ value: YAMLValue, corpus: String
  ) -> (name: YAMLValue, selection: RunPlan.WorkloadSelection)? {
    guard value.isMapping else { return value.string().map { (value, .init($0, corpus: corpus)) } }
    guard let mapping = value.mapping() else { return nil }
    let name = mapping.required("workload")
    let workload = name?.string()
    let corpus = mapping.optionalString("corpus") ?? corpus
    let conversations = mapping.optional("conversations")?.sequence()?.compactMap { $0.string() }
    if let problem = PlanCheck.conversations(conversations) { mapping.value.report(problem) }
    let loops = mapping.optionalInt("loops", in: 1...10_000) ?? 1
    mapping.finish()
    guard let name, let workload else { return nil }
    return (name, .init(workload, corpus: corpus, conversations: conversations, loops: loops))
  }
}
