import Foundation
public import LabAnalysis
import LabGates
public import LabPlan
import LabReports
public import LabRunner
import LabTimeline

/// One of the two things that a comparison names: a run folder, and after a colon the cells of it that are
/// meant.
public struct ComparedCells {
  /// The folder.
  public let folder: RunFolder
  private let selection: CellSelection
  private let namedAxes: Set<String>

  /// Reads `DIR` or `DIR:axis=pattern,…`. A folder that exists under the whole text is that folder, colons
  /// and all.
  public init(_ text: String) throws(RunError) {
    guard !FileManager.default.fileExists(atPath: text), let colon = Self.colon(in: text) else {
      folder = RunFolder(path: text)
      selection = CellSelection()
      namedAxes = []
      return
    }
    folder = RunFolder(path: String(text[..<colon]))
    let rules = String(text[text.index(after: colon)...])
    do {
      selection = try CellSelection(rules)
    } catch {
      throw RunError(
        .usage, "In “\(text)”, what follows the colon does not select cells.", hint: error.hint)
    }
    namedAxes = Set(
      rules.split(separator: ",").compactMap { part in
        part.split(separator: "=").first.map { $0.trimmingCharacters(in: .whitespaces) }
      })
  }

  /// Where the selection begins: at the last colon behind a folder that exists, otherwise at the last one
  /// before the first equals sign. Without an equals sign there is none. Names of models may hold colons,
  /// too.
  private static func colon(in text: String) -> String.Index? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let behindFolder = text.indices.last { index in
      text[index] == ":" && FileManager.default.fileExists(atPath: String(text[..<index]))
    }
    return behindFolder ?? text[..<equals].lastIndex(of: ":")
  }

  /// Chooses the cells of the folder's run, which was read already.
  public func side(of analysis: RunAnalysis) -> CellMatching.Side {
    let run = ComparedRun(name: folder.path, analysis: analysis)
    return CellMatching.Side(run, namedAxes: namedAxes) { selection.contains($0) }
  }
}
