public import LabAnalysis
import LabReports
public import LabRunner

extension RunFolder {
  /// Writes what runs cost as JSON, CSV and a chart.
  public func write(_ report: CostReport) throws {
    try makeIfMissing()
    try write(try CostJSON.bytes(report), to: "cost.json")
    try write(CostCSV.bytes(report), to: "cost.csv")
    try write(CostChart.bytes(report), to: "cost.svg")
  }
}
