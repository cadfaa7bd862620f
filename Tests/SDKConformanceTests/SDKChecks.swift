import Foundation

/// The checks of one client library: a file `NAME_checks.py` in `Clients`, which names what `pip` has to
/// install for it in a line `# requirement: …`. A file that is put there is run; there is no list of them.
struct SDKChecks {
  /// E.g. `openai`.
  var name: String
  /// E.g. `openai[realtime]`.
  var requirement: String

  /// All that there are, by name.
  static let all = Result { try found(in: PythonEnvironment.clients) }

  private static let ending = "_checks.py"

  private static func found(in folder: String) throws -> [SDKChecks] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(ending) }.sorted().map {
      let text = try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
      let mark = "# requirement: "
      guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(mark) }) else {
        throw PythonProblem(
          command: $0, output: "The file has no line “\(mark)…” with what pip installs for it.")
      }
      return SDKChecks(
        name: String($0.dropLast(ending.count)), requirement: String(line.dropFirst(mark.count)))
    }
  }
}
