public import LabAnalysis
import LabRecord
import LabStatistics
import LabTimeline

/// A prediction as a file: indented JSON with sorted keys.
public enum PredictionJSON {
  /// The file. Times are in milliseconds, errors are fractions; what is not known is `null`.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: PredictionReport) throws -> [UInt8] {
    var fields: JSONFields = [
      "schema": PredictionReport.currentSchema, "runs": report.runs,
      "predictions": report.predictions.map(prediction), "checks": report.checks.map(check),
      "unchecked": report.unchecked, "sentence": report.errorSentence, "notes": report.notes,
    ]
    if let sampling = report.samplingSentence { fields.add("sampling", sampling) }
    // Without anything to check by there are no errors at all.
    if let errors = report.errors(\.error50) { fields.add("error_p50", error(errors.median, errors.largest)) }
    if let errors = report.errors(\.error95) { fields.add("error_p95", error(errors.median, errors.largest)) }
    return try JSONDocument.bytes(fields)
  }

  private static func error(_ median: Double, _ largest: Double) -> JSONFields {
    ["median": median, "max": largest]
  }

  private static func prediction(_ prediction: PredictionReport.Prediction) -> JSONFields {
    [
      "cell": prediction.cell, "turns": prediction.turns, "ways": prediction.ways,
      "v2v_p50": prediction.p50.map(figure), "v2v_p90": prediction.p90.map(figure),
      "v2v_p95": prediction.p95.map(figure),
    ]
  }

  private static func figure(_ figure: PredictionReport.Figure) -> JSONFields {
    var fields: JSONFields = ["ms": figure.milliseconds]
    if let interval = figure.interval { fields.add("ci95", [interval.lower, interval.upper]) }
    return fields
  }

  private static func check(_ check: PredictionReport.Check) -> JSONFields {
    var fields: JSONFields = [
      "cell": check.cell, "turns": check.turns, "measured_p50_ms": check.measured50,
      "predicted_p50_ms": check.predicted50, "error_p50": check.error50, "measured_p95_ms": check.measured95,
      "predicted_p95_ms": check.predicted95, "error_p95": check.error95,
    ]
    for (name, sampling) in [("p50", check.sampling50), ("p95", check.sampling95)] {
      guard let sampling else { continue }
      fields.add("measured_\(name)_ci95", [sampling.measured.lower, sampling.measured.upper])
      fields.add("predicted_\(name)_ci95", [sampling.predicted.lower, sampling.predicted.upper])
      fields.add("error_\(name)_ci95", [sampling.error.lower, sampling.error.upper])
    }
    return fields
  }
}
