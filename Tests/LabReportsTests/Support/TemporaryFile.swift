import Foundation
import LabReports
import LabTimeline

/// Runs a test with a file of the given bytes, and removes it afterwards.
func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appending(path: "turnlab-\(UUID().uuidString).jsonl")
  try Data(bytes).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path(percentEncoded: false))
}

/// The bytes of a record.
func bytes(_ lines: [RecordLine]) throws -> [UInt8] {
  try lines.flatMap { try RecordEncoding.line($0) }
}

extension SyntheticRun {
  /// The run, written to a file and read back.
  func analysis(
    instrument: InstrumentReading? = nil, environment: RunEnvironment? = nil
  ) throws -> RunAnalysis {
    try withFile(bytes(lines)) {
      try RunAnalysis.read(records: [$0], instrument: instrument, environment: environment)
    }
  }
}
