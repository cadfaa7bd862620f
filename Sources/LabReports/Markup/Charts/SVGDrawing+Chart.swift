import LabAnalysis

/// What charts share: the axis and the names of rows.
extension SVGDrawing {
  /// Draws hairlines at a scale's ticks and their values below.
  mutating func axis(_ scale: LinearScale, top: Double, bottom: Double) {
    for tick in scale.ticks {
      line(scale(tick), top, scale(tick), bottom, class: tick == 0 ? "zero" : "grid")
      let unit = tick == scale.ticks.last ? " ms" : ""
      text(
        FixedPoint.text(tick, decimals: scale.step < 1 ? 1 : 0) + unit, x: scale(tick), y: bottom + 16,
        class: "tick", anchor: .middle)
    }
  }

  /// Writes a cell's name into the left margin, on one or two lines around `middle`.
  mutating func rowLabel(_ label: String, middle: Double, characters: Int = 40) {
    let lines = Self.lines(of: label, characters: characters)
    let title = lines.joined(separator: " · ") == label ? nil : label
    for (index, line) in lines.enumerated() {
      let offset = (Double(index) - Double(lines.count - 1) / 2) * 14
      text(line, x: 0, y: middle + offset + 4, class: "label", title: title)
    }
  }

  /// Breaks a label between its parts into two lines at most.
  ///
  /// Where that is not enough the longest parts lose their middles, because the ends of names tell most.
  static func lines(of label: String, characters: Int) -> [String] {
    let parts = label.split(separator: "·").map { $0.trimming(" ") }
    for limit in stride(from: characters, through: 5, by: -1) {
      let lines = wrapped(parts.map { HTMLText.withoutMiddle($0, to: limit) }, characters: characters)
      if lines.count <= 2 { return lines }
    }
    return [HTMLText.withoutMiddle(label, to: characters)]
  }

  private static func wrapped(_ parts: [String], characters: Int) -> [String] {
    parts.reduce(into: [String]()) { lines, part in
      if let line = lines.last, line.count + 3 + part.count <= characters {
        lines[lines.count - 1] = "\(line) · \(part)"
      } else {
        lines.append(part)
      }
    }
  }
}

extension Substring {
  /// The text without a character at its ends.
  fileprivate func trimming(_ character: Character) -> String {
    let start = drop { $0 == character }
    return String(start.reversed().drop { $0 == character }.reversed())
  }
}
