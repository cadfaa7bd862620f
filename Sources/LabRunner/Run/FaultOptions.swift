public import LabEmulation
import LabPlan
import LabYAML

/// Reads what a server of emulated services is told to let go wrong.
public enum FaultOptions {
  /// - Parameters:
  ///   - faults: Each a fault's name, and keys of a plan with their values behind it, separated by commas.
  ///   - file: A YAML file with a list `faults:`.
  /// - Throws: a ``RunError`` with everything that is wrong, or a `YAMLFileError` when there is no such file.
  public static func read(faults: [String], file: String?) throws -> FaultPlan {
    var plan = FaultPlan()
    var problems: [String] = []
    func take(_ reader: YAMLReader) {
      let root = reader.root()
      if let list = root?.required("faults") {
        plan.rules += FaultReader.read(list, for: .shipped, knowsTurns: false).rules
      }
      root?.finish()
      problems += reader.problems.map(\.description)
    }
    if let file { take(try YAMLReader(contentsOf: file)) }
    for fault in faults { take(YAMLReader(text: yaml(of: fault), file: "--fault \(fault)")) }
    guard problems.isEmpty else {
      throw RunError(
        .invalidPlan, "What is to go wrong cannot be read, so nothing is served.",
        hint: "See Documentation/faults.md.", problems: problems)
    }
    return plan
  }

  /// `name,key=value` as a plan would have it, on one line.
  private static func yaml(of fault: String) -> String {
    let parts = fault.split(separator: ",", omittingEmptySubsequences: false)
    let fields = parts.enumerated().map { index, part in
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { return index == 0 ? "fault: \(part)" : "\(part):" }
      // A pattern such as * means something else to YAML.
      return sides[0] == "provider" ? "provider: \"\(sides[1])\"" : "\(sides[0]): \(sides[1])"
    }
    return "faults: [{\(fields.joined(separator: ", "))}]"
  }
}
