import Foundation
import LabYAML

/// What can be wrong with the parts of a plan. The reader puts lines to it, ``RunPlan/problems`` collects it.
enum PlanCheck {
  struct Problem {
    /// The item of the list that is at fault; nil for the list as a whole.
    var index: Int?
    var message: String
  }

  static func name(_ name: String) -> String? {
    let allowed = name.unicodeScalars.allSatisfy {
      CharacterSet.alphanumerics.contains($0) || "-_.".unicodeScalars.contains($0)
    }
    guard !name.isEmpty, allowed, name.first != "." else {
      return "“name” must be made of letters, digits, “-”, “_” and “.”, because a folder is named after it"
    }
    return nil
  }

  /// Names of workloads, in the order in which problems list them.
  private static var workloadNames: [String] { WorkloadCatalogue.all.map(\.id) }

  static func workloads(_ names: [String]) -> [Problem] {
    if names.isEmpty {
      return [
        Problem(
          message: "“workloads” is empty; name at least one of \(workloadNames.joined(separator: ", "))")
      ]
    }
    var seen: Set<String> = []
    return names.enumerated().compactMap { index, name in
      if let problem = unknown(name, among: workloadNames, as: "workload") {
        return Problem(index: index, message: problem)
      }
      guard !seen.insert(name).inserted else { return nil }
      // Two of a kind would be cells that nobody could tell apart.
      return Problem(
        index: index, message: "“\(name)” is named twice in “workloads”; put its conversations together")
    }
  }

  static func conversations(_ names: [String]?) -> String? {
    names?.isEmpty == true ? "“conversations” is empty; leave it out for all of them" : nil
  }

  /// - Parameter mayRepeat: Whether a value may be named twice, as in a baseline that replaces several values
  ///   by one.
  static func values(_ names: [String], of axis: MatrixAxis, mayRepeat: Bool = false) -> [Problem] {
    if names.isEmpty {
      return [
        Problem(message: "“\(axis.key)” is empty, so the matrix has no cells; name at least one")
      ]
    }
    var seen: Set<String> = []
    return names.enumerated().compactMap { index, name in
      if let problem = unknown(name, among: axis.names, as: axis.what) {
        return Problem(index: index, message: problem)
      }
      if seen.insert(name).inserted || mayRepeat { return nil }
      return Problem(index: index, message: "“\(name)” is named twice in “\(axis.key)”")
    }
  }

  /// What is to be said of a name that is unknown, with the one that was probably meant; nil for one that is
  /// known.
  static func unknown(_ name: String, among names: [String], as what: String) -> String? {
    guard !names.contains(name) else { return nil }
    let guess = Spelling.nearest(to: name, among: names).map { "; did you mean “\($0)”?" } ?? ""
    return "“\(name)” is not a \(what); known are \(names.joined(separator: ", "))\(guess)"
  }
}
