public import LabAnalysis
public import LabRecord
public import LabRunner
import LabTimeline

extension RunFolder {
  /// What the run of the folder measured.
  ///
  /// - Parameter line: Called with every line of the record as it is read, for whoever makes something else
  ///   of it.
  /// - Throws: `RecordError` when the record is missing or is not a record.
  public func analyse(eachLine line: (RecordLine) throws -> Void = { _ in }) throws -> RunAnalysis {
    let file = try readEnvironment()
    return try RunAnalysis.read(
      records: [record], instrument: file?.instrument, environment: file?.environment, prices: prices(),
      eachLine: line)
  }
}
