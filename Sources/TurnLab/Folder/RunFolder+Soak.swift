import Foundation
import LabReports

extension RunFolder {
  /// What was asked of a soak and seen of its process, as it happened.
  var soakLines: String { path + "/" + SoakLine.fileName }

  /// The lines of the soak's file; nil when the folder holds no soak.
  func readSoakLines() throws -> [SoakLine]? {
    guard let data = FileManager.default.contents(atPath: soakLines) else { return nil }
    return try SoakLine.read(Array(data), path: soakLines)
  }

  /// What the soak found; nil when the folder holds none.
  func soak() throws -> SoakReport? {
    try readSoakLines().map { try SoakAnalysis.report(record: record, lines: $0) }
  }
}
