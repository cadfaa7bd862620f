import LabReports
import LabTimeline

extension RunFolder {
  /// What heat did to the run; nil when no cell has a device.
  func devices() throws -> ReportSection? {
    var reader = try RecordReader(path: record)
    guard DeviceAnalysis.concerns(reader.header) else { return nil }
    var analysis = DeviceAnalysis(header: reader.header)
    while let line = try reader.next() { analysis.add(line) }
    return DeviceSection.section(analysis.finish(), cells: reader.header.cells)
  }
}
