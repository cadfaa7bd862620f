import Foundation
import LabGates
import LabReports
import LabTimeline

extension RunFolder {
  /// The run as gates judge it.
  func gateSubject() throws -> GateSubject {
    let file = try readEnvironment()
    let analysis = try RunAnalysis.read(
      records: [record], instrument: file?.instrument, environment: file?.environment, prices: prices())
    return GateSubject(
      folder: path, analysis: analysis, memoryGrowthMegabytes: file?.instrument?.memoryGrowthMegabytes)
  }

  /// The looks that the folder's `gate.json` tells of; none when the run was not judged before.
  func earlierLooks(of run: RunReport.Run) throws -> EarlierLooks {
    let file = path + "/gate.json"
    guard let data = FileManager.default.contents(atPath: file) else { return EarlierLooks() }
    return try GateJSON.looks(in: Array(data), path: file, of: run)
  }

  /// Writes what the gates say, for programs and for people.
  func write(_ report: GateReport) throws {
    try write(try GateJSON.bytes(report), to: "gate.json")
    try write(JUnitReport.bytes(report), to: "junit.xml")
    try write(GateMarkdown.bytes(report), to: "gate.md")
  }
}
