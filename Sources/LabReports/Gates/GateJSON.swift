import Foundation
public import LabAnalysis
public import LabGates
import LabRecord
import LabTimeline

/// `gate.json`: indented JSON with sorted keys, so that equal reports are equal bytes. What is missing is
/// null.
public enum GateJSON {
  /// The report as a file.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: GateReport) throws -> [UInt8] {
    try JSONDocument.bytes(report)
  }

  /// The looks that an earlier report of the same run tells of; none when it is of another run.
  ///
  /// - Parameters:
  ///   - path: What errors call the file.
  ///   - run: The run that is judged now.
  /// - Throws: `RecordError` that names the path when the bytes are not a gate report.
  public static func looks(in bytes: [UInt8], path: String, of run: RunReport.Run) throws -> EarlierLooks {
    do {
      let file = try JSONDecoder().decode(File.self, from: Data(bytes))
      guard file.schema == GateReport.currentSchema, file.run.id == run.id else { return EarlierLooks() }
      return EarlierLooks(
        file.gates.compactMap { result in
          guard let cell = result.cell, let looks = result.relative?.looks else { return nil }
          return (result.gate, cell, looks)
        })
    } catch is DecodingError {
      throw RecordError(
        .line, "'\(path)' does not hold what '\(GateReport.currentSchema)' asks for.",
        hint: "It remembers how often the run was judged; restore it, or remove it to begin anew.")
    }
  }

  /// What is read back.
  private struct File: Decodable {
    var schema: String
    var run: Run
    var gates: [Result]

    struct Run: Decodable { var id: String }
    struct Result: Decodable {
      var gate: String
      var cell: Cell?
      var relative: Relative?
    }
    struct Relative: Decodable { var looks: [Int] }
  }
}
