import Foundation
public import LabAnalysis
public import LabGates
import LabRecord
import LabReports
public import LabRunner
import LabStudies
import LabTimeline

extension RunFolder {
  /// The run as gates judge it.
  public func gateSubject() throws -> GateSubject {
    GateSubject(
      folder: path, analysis: try analyse(),
      memoryGrowthMegabytes: try readEnvironment()?.instrument?.memoryGrowthMegabytes)
  }

  /// The looks that the folder's `gate.json` tells of; none when the run was not judged before.
  public func earlierLooks(of run: RunReport.Run) throws -> EarlierLooks {
    let file = path + "/gate.json"
    guard let data = FileManager.default.contents(atPath: file) else { return EarlierLooks() }
    return try GateJSON.looks(in: Array(data), path: file, of: run)
  }

  /// Writes what the gates say, for programs and for people.
  public func write(_ report: GateReport) throws {
    try write(try GateJSON.bytes(report), to: "gate.json")
    try write(JUnitReport.bytes(report), to: "junit.xml")
    try write(GateMarkdown.bytes(report), to: "gate.md")
  }
}
