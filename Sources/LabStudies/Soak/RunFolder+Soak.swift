import Foundation
import LabAnalysis
package import LabRecord
import LabRunner

extension RunFolder {
  /// What was asked of a soak and seen of its process, as it happened.
  var soakLines: String { path + "/" + SoakLine.fileName }

  /// The lines of the soak's file; nil when the folder holds no soak.
  package func readSoakLines() throws -> [SoakLine]? {
    guard let data = FileManager.default.contents(atPath: soakLines) else { return nil }
    return try SoakLine.read(Array(data), path: soakLines)
  }
}
