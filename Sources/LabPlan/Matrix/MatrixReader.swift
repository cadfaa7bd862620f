import LabTimeline
import LabYAML

/// Reads the axes of a matrix.
enum MatrixReader {
  static func read(_ mapping: YAMLMapping, names: MatrixNames) -> RunPlan.Matrix {
    var matrix = RunPlan.Matrix()
    let absent = absent(in: mapping)
    for axis in MatrixAxis.all(names) where !absent.contains(axis.key) {
      if let values = values(of: axis, in: mapping) { matrix[keyPath: axis.path] = values }
    }
    for key in absent { _ = mapping.optional(key) }
    mapping.finish()
    return matrix
  }

  /// The axes that a matrix may leave out: one service that hears and speaks stands for three, and the other
  /// way round.
  private static func absent(in mapping: YAMLMapping) -> [String] {
    let three = Stage.pipeline.map(\.rawValue)
    guard mapping.keys.contains(Stage.s2s.rawValue) else { return [Stage.s2s.rawValue] }
    return three.contains(where: mapping.keys.contains) ? [] : three
  }

  /// The values of an axis; nil when it is left out.
  private static func values(of axis: MatrixAxis, in mapping: YAMLMapping) -> [String]? {
    guard let list = axis.standard == nil ? mapping.required(axis.key) : mapping.optional(axis.key),
      let items = list.sequence()
    else { return nil }
    let named = items.compactMap { item in item.string().map { (item: item, name: $0) } }
    // A value of the wrong type has a problem of its own.
    if items.isEmpty || !named.isEmpty {
      for problem in PlanCheck.values(named.map(\.name), of: axis) {
        (problem.index.map { named[$0].item } ?? list).report(problem.message)
      }
    }
    return named.map(\.name)
  }
}
