import LabReports
import LabStatistics
import LabTimeline

/// A prediction as a file: indented JSON with sorted keys.
public enum PredictionJSON {
  /// The file. Times are in milliseconds, errors are fractions; what is not known is `null`.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: PredictionReport) throws -> [UInt8] {
    try WhatIfJSON.bytes(of: Document(report))
  }

  private struct Document: Encodable {
    let schema = PredictionReport.currentSchema
    let runs: [String]
    let predictions: [PredictionFields]
    let checks: [CheckFields]
    let unchecked: [Cell]
    let error50: ErrorFields?
    let error95: ErrorFields?
    let sentence: String
    let notes: [String]

    init(_ report: PredictionReport) {
      runs = report.runs
      predictions = report.predictions.map(PredictionFields.init)
      checks = report.checks.map(CheckFields.init)
      unchecked = report.unchecked
      error50 = report.errors(\.error50).map { ErrorFields(median: $0.median, largest: $0.largest) }
      error95 = report.errors(\.error95).map { ErrorFields(median: $0.median, largest: $0.largest) }
      sentence = report.errorSentence
      notes = report.notes
    }

    enum CodingKeys: String, CodingKey {
      case schema, runs, predictions, checks, unchecked, sentence, notes
      case error50 = "error_p50"
      case error95 = "error_p95"
    }
  }

  private struct ErrorFields: Encodable {
    let median: Double
    let largest: Double

    enum CodingKeys: String, CodingKey {
      case median
      case largest = "max"
    }
  }

  private struct PredictionFields: Encodable {
    let prediction: PredictionReport.Prediction

    init(_ prediction: PredictionReport.Prediction) { self.prediction = prediction }

    enum CodingKeys: String, CodingKey {
      case cell, turns, ways
      case p50 = "v2v_p50"
      case p90 = "v2v_p90"
      case p95 = "v2v_p95"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(prediction.cell, forKey: .cell)
      try container.encode(prediction.turns, forKey: .turns)
      try container.encode(prediction.ways, forKey: .ways)
      try container.encode(prediction.p50.map(FigureFields.init), forKey: .p50)
      try container.encode(prediction.p90.map(FigureFields.init), forKey: .p90)
      try container.encode(prediction.p95.map(FigureFields.init), forKey: .p95)
    }
  }

  private struct FigureFields: Encodable {
    let milliseconds: Double
    let interval: [Double]?

    init(_ figure: PredictionReport.Figure) {
      milliseconds = figure.milliseconds
      interval = figure.interval.map { [$0.lower, $0.upper] }
    }

    enum CodingKeys: String, CodingKey {
      case milliseconds = "ms"
      case interval = "ci95"
    }
  }

  private struct CheckFields: Encodable {
    let check: PredictionReport.Check

    init(_ check: PredictionReport.Check) { self.check = check }

    enum CodingKeys: String, CodingKey {
      case cell, turns
      case measured50 = "measured_p50_ms"
      case predicted50 = "predicted_p50_ms"
      case error50 = "error_p50"
      case measured95 = "measured_p95_ms"
      case predicted95 = "predicted_p95_ms"
      case error95 = "error_p95"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(check.cell, forKey: .cell)
      try container.encode(check.turns, forKey: .turns)
      try container.encode(check.measured50, forKey: .measured50)
      try container.encode(check.predicted50, forKey: .predicted50)
      try container.encode(check.error50, forKey: .error50)
      try container.encode(check.measured95, forKey: .measured95)
      try container.encode(check.predicted95, forKey: .predicted95)
      try container.encode(check.error95, forKey: .error95)
    }
  }
}
