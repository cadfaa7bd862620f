import Foundation
import Yams

/// Reads a YAML file into values and collects every problem in it, instead of stopping at the first.
///
/// ```swift
/// let reader = YAMLReader(text: text, file: "plan.yaml")
/// let root = reader.root()
/// let name = root?.string("name")
/// let repeats = root?.optionalInt("repeats", in: 1...1_000) ?? 1
/// root?.finish()
/// guard reader.problems.isEmpty, let name else { /* show reader.problems */ }
/// ```
///
/// Reading a value that is missing or wrong gives nil and leaves a problem behind. A mapping that is
/// finished reports the keys nobody asked for. Numbers are decimal, Booleans are `true` and `false`,
/// and text that YAML would take for something else (`no`, `12:30`) must stand in quotes.
public final class YAMLReader {
  /// The path that problems name.
  public let file: String
  private let node: Node?
  private var found: [YAMLProblem] = []

  /// Parses `text`; if it is not YAML, the only result is a problem.
  public init(text: String, file: String) {
    self.file = file
    let composer = YAMLComposer(text: text)
    node = composer.root
    for finding in composer.findings {
      report(finding.message, line: finding.line, column: finding.column)
    }
  }

  /// Reads a file.
  ///
  /// - Throws: a ``YAMLFileError`` when it is missing, unreadable or not UTF-8. Text that is not YAML is not
  ///   an error here but a problem.
  public convenience init(contentsOf path: String) throws(YAMLFileError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw YAMLFileError(.fileMissing, "There is no file \(path) that can be read.", hint: "Check the path.")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw YAMLFileError(.fileUnreadable, "\(path) is not text in UTF-8.", hint: "Save it as UTF-8.")
    }
    self.init(text: text, file: path)
  }

  /// Everything found wrong so far, in the order of the file.
  public var problems: [YAMLProblem] { found.sorted() }

  /// The mapping that is the whole file; nil, and a problem, when it is anything else.
  public func root() -> YAMLMapping? {
    guard let node else {
      if found.isEmpty { report("the file is empty", line: 1, column: 1) }
      return nil
    }
    return YAMLValue(node: node, name: "the file", reader: self).mapping()
  }

  /// Adds a problem at a place counted from 1.
  public func report(_ message: String, line: Int, column: Int) {
    found.append(YAMLProblem(file: file, line: line, column: column, message: message))
  }
}
