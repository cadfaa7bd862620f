import LabAnalysis
import LabGates
import LabRecord
import LabTimeline

/// One turn from the true end of speech to the first audible sample: its parts in order, its moments above.
enum Waterfall {
  private static let plotStart = 170.0
  private static let plotEnd = 880.0
  private static let rowHeight = 19.0
  private static let levelHeight = 15.0

  /// A named moment, in milliseconds after the true end of speech.
  private struct Moment {
    var at: Double
    var text: String
  }

  /// The drawing, or `nil` for a turn without a voice-to-voice latency.
  static func drawing(_ turn: TurnRecord) -> SVGDrawing? {
    guard let parts = CriticalPath.explain(turn.events),
      let origin = turn.events.last(.userSpeechEnded)
    else { return nil }
    let shown = parts.indices.filter { parts[$0].nanoseconds != 0 }
    let ends = parts.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1.duration.milliseconds) }
    let range = (ends.min() ?? 0)...(ends.max() ?? 0)
    let scale = LinearScale(values: range, from: plotStart, to: plotEnd, ticks: 8)
    let moments = merged(moments(of: turn.events, since: origin, range: range), scale: scale)
    let levels = levels(of: moments, scale: scale)
    let top = 8 + levelHeight * Double((levels.max() ?? 0) + 1)
    let bottom = top + rowHeight * Double(shown.count) + 4
    var drawing = SVGDrawing(
      height: bottom + 24, description: "A turn of \(FixedPoint.milliseconds(ends.last)) ms, part by part.")
    drawing.axis(scale, top: top, bottom: bottom)
    for (moment, level) in zip(moments, levels) {
      mark(moment, level: level, top: top, bottom: bottom, scale: scale, in: &drawing)
    }
    for (place, index) in shown.enumerated() {
      let middle = top + rowHeight * (Double(place) + 0.5) + 2
      row(parts[index], from: ends[index], to: ends[index + 1], middle: middle, scale: scale, in: &drawing)
    }
    return drawing
  }

  private static func row(
    _ part: Contribution, from: Double, to: Double, middle: Double, scale: LinearScale,
    in drawing: inout SVGDrawing
  ) {
    drawing.text(part.name, x: 0, y: middle + 4, class: "code")
    let left = scale(min(from, to))
    drawing.rectangle(
      x: left, y: middle - 6, width: max(1.5, scale(max(from, to)) - left), height: 12,
      class: "part \(part.owner.rawValue)\(to < from ? " backwards" : "")",
      title: "\(part.name) (\(part.owner.rawValue))")
    drawing.text(
      FixedPoint.milliseconds(to - from), x: scale(max(from, to)) + 6, y: middle + 4, class: "value")
  }

  private static func mark(
    _ moment: Moment, level: Int, top: Double, bottom: Double, scale: LinearScale,
    in drawing: inout SVGDrawing
  ) {
    let x = scale(moment.at)
    let y = top - 6 - levelHeight * Double(level)
    drawing.line(x, y - 9, x, bottom, class: "moment")
    let isLeft = isLeftOfMark(moment, scale: scale)
    drawing.text(
      moment.text, x: isLeft ? x - 4 : x + 4, y: y, class: "tick", anchor: isLeft ? .end : .start)
  }

  // MARK: Moments

  private static let named: [(kind: TurnEvent.Kind, text: String)] = [
    (.userSpeechEnded, "end of speech"), (.speechEndDetected, "silence detected"),
    (.endpointReached, "endpoint"), (.sttFinal, "transcript"), (.turnCommitted, "commit"),
    (.llmRequested, "LLM request"), (.llmFirstToken, "first token"), (.llmFirstSentence, "first sentence"),
    (.ttsRequested, "TTS request"), (.ttsFirstByte, "first audio byte"), (.playoutStarted, "playout"),
    (.firstAudibleSample, "audible"),
  ]

  private static func moments(
    of trace: TurnTrace, since origin: LabInstant, range: ClosedRange<Double>
  ) -> [Moment] {
    named.compactMap { kind, text in
      guard let instant = trace.last(kind) else { return nil }
      let at = (instant - origin).milliseconds
      return range.contains(at) ? Moment(at: at, text: text) : nil
    }
  }

  /// Moments too near to each other for two marks share one.
  private static func merged(_ moments: [Moment], scale: LinearScale) -> [Moment] {
    let ordered = moments.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    return ordered.reduce(into: []) { result, next in
      if let last = result.last, scale(next.element.at) - scale(last.at) < 5 {
        result[result.count - 1].text += " · " + next.element.text
      } else {
        result.append(next.element)
      }
    }
  }

  /// The line above the plot on which each moment's text stands, so that no text is touched or crossed.
  ///
  /// From right to left: a text that would reach the next mark stands above that mark's top. Texts at the
  /// right edge, which stand left of their mark, are put above all others.
  private static func levels(of moments: [Moment], scale: LinearScale) -> [Int] {
    var levels = moments.map { _ in 0 }
    for index in moments.indices.reversed() where !isLeftOfMark(moments[index], scale: scale) {
      let own = extent(moments[index], scale: scale)
      let reached = moments.indices.filter { $0 > index && own.contains(scale(moments[$0].at)) }
      levels[index] = reached.map { levels[$0] + 1 }.max() ?? 0
    }
    for index in moments.indices where isLeftOfMark(moments[index], scale: scale) {
      levels[index] = (levels.max() ?? 0) + 1
    }
    return levels
  }

  private static func extent(_ moment: Moment, scale: LinearScale) -> ClosedRange<Double> {
    let width = 8 + 6.4 * Double(moment.text.count)
    let x = scale(moment.at)
    return isLeftOfMark(moment, scale: scale) ? x - width...x : x...x + width
  }

  private static func isLeftOfMark(_ moment: Moment, scale: LinearScale) -> Bool {
    scale(moment.at) + 8 + 6.4 * Double(moment.text.count) > SVGDrawing.pageWidth
  }
}
