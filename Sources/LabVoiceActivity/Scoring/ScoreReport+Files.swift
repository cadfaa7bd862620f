import Foundation

extension ScoreReport {
  /// One row per detector and file, and per detector and condition, as CSV after RFC 4180.
  public var csv: String {
    let header = [
      "detector", "condition", "file", "frames", "speech_frames", "precision", "recall", "f1", "roc_auc",
      "pr_auc",
      "false_alarms_per_minute", "misses_per_minute", "onset_p50_ms", "onset_p95_ms", "onset_never",
      "offset_p50_ms", "offset_p80_ms", "offset_p95_ms", "offset_never", "us_per_frame",
    ]
    let rows = entries.flatMap { entry in
      entry.files.map { Self.row(entry.detector, "clean", $0.name, $0.score) }
        + [Self.row(entry.detector, "clean", "", entry.clean)]
        + entry.conditions.filter { $0.condition != .clean }.map {
          Self.row(entry.detector, $0.condition.description, "", $0.score)
        }
    }
    return ([header] + rows).map { $0.map(Self.quoted).joined(separator: ",") + "\r\n" }.joined()
  }

  private static func row(_ detector: String, _ condition: String, _ file: String, _ score: DetectionScore)
    -> [String]
  {
    func text(_ value: Double?, _ decimals: Int) -> String {
      value.map { String(format: "%.\(decimals)f", $0) } ?? ""
    }
    return [detector, condition, file, "\(score.frames)", "\(score.speechFrames)"]
      + [score.precision, score.recall, score.f1, score.curve.areaUnderROC, score.curve.averagePrecision].map
    {
      text($0, 5)
    }
      + [text(score.falseAlarmsPerMinute, 3), text(score.missesPerMinute, 3)]
      + [text(score.onset.p50, 1), text(score.onset.p95, 1), "\(score.onset.never)"]
      + [score.offset.p50, score.offset.p80, score.offset.p95].map { text($0, 1) }
      + ["\(score.offset.never)", text(score.microsecondsPerFrame, 3)]
  }

  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\r\n".contains($0) }) else { return field }
    return "\"" + field.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }

  /// Two drawings side by side, for the recordings as they are: false alarms against recall, and recall
  /// against precision, one line per detector, with a dot at the threshold.
  public var svg: String {
    let colours = ["#0b6fb8", "#c2410c", "#15803d", "#7e22ce", "#b91c1c", "#4b5563"]
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 500" font-family="sans-serif" font-size="13">
      <title>Curves of \(Self.escaped(entries.map(\.detector).joined(separator: ", ")))</title>
      <rect width="960" height="500" fill="white"/>
      """
    ]
    parts += Self.axes(x: 60, "false alarm rate", "recall (true positive rate)")
    parts += Self.axes(x: 540, "recall", "precision")
    for (index, entry) in entries.enumerated() {
      let colour = colours[index % colours.count]
      let points = entry.clean.curve.points
      let rates = [(0.0, 0.0)] + points.map { ($0.falseAlarmRate, $0.recall) }
      parts.append(Self.line(rates, x: 60, colour))
      parts.append(Self.line(points.map { ($0.recall, $0.precision) }, x: 540, colour))
      if let recall = entry.clean.recall, let alarms = entry.clean.falseAlarmShare {
        parts.append(Self.dot(alarms, recall, x: 60, colour))
        if let precision = entry.clean.precision { parts.append(Self.dot(recall, precision, x: 540, colour)) }
      }
      let area = Self.number(entry.clean.curve.areaUnderROC, 3)
      let name = Self.escaped("\(entry.detector) (\(area))")
      parts.append("<text x=\"\(60 + 150 * (index % 6))\" y=\"490\" fill=\"\(colour)\">\(name)</text>")
    }
    return (parts + ["</svg>", ""]).joined(separator: "\n")
  }

  private static func axes(x: Double, _ horizontal: String, _ vertical: String) -> [String] {
    let ticks = stride(from: 0.0, through: 1, by: 0.2).flatMap { share in
      let label = String(format: "%.1f", share)
      let (across, up) = (x + 380 * share, 420 - 380 * share)
      return [
        "<line x1=\"\(x)\" x2=\"\(x + 380)\" y1=\"\(up)\" y2=\"\(up)\" stroke=\"#ddd\"/>",
        "<text x=\"\(x - 6)\" y=\"\(up + 4)\" text-anchor=\"end\">\(label)</text>",
        "<text x=\"\(across)\" y=\"438\" text-anchor=\"middle\">\(label)</text>",
      ]
    }
    return ticks + [
      "<text x=\"\(x + 190)\" y=\"458\" text-anchor=\"middle\">\(horizontal)</text>",
      "<text x=\"\(x)\" y=\"28\">\(vertical)</text>",
    ]
  }

  private static func line(_ points: [(Double, Double)], x: Double, _ colour: String) -> String {
    let text = points.map { String(format: "%.1f,%.1f", x + 380 * $0.0, 420 - 380 * $0.1) }
    return
      "<polyline points=\"\(text.joined(separator: " "))\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>"
  }

  private static func dot(_ right: Double, _ up: Double, x: Double, _ colour: String) -> String {
    String(format: "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"", x + 380 * right, 420 - 380 * up)
      + colour + "\"/>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
