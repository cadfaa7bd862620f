import LabAnalysis

/// A drawing as SVG text. Colours come from the page's style sheet by class, so that it follows the reader's
/// theme.
struct SVGDrawing {
  private var elements: [String] = []
  let width: Double
  let height: Double
  /// What the drawing shows, for those who cannot see it.
  let description: String

  /// The width of all drawings, in the units of their coordinates.
  static let pageWidth = 1040.0

  init(width: Double = Self.pageWidth, height: Double, description: String) {
    self.width = width
    self.height = height
    self.description = description
  }

  enum Anchor: String {
    case start, middle, end
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, class name: String) {
    let points = "x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\""
    elements.append("<line class=\"\(name)\" \(points)/>")
  }

  /// - Parameter title: shown when the pointer rests on it.
  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, class name: String, title: String? = nil
  ) {
    let box = "x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(max(0, width)))\" height=\"\(n(max(0, height)))\""
    let inner = title.map { "><title>\(HTMLText.escaped($0))</title></rect>" } ?? "/>"
    elements.append("<rect class=\"\(name)\" \(box)\(inner)")
  }

  mutating func text(
    _ text: String, x: Double, y: Double, class name: String, anchor: Anchor = .start, title: String? = nil
  ) {
    let inner = title.map { "<title>\(HTMLText.escaped($0))</title>" } ?? ""
    let end = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    elements.append(
      "<text class=\"\(name)\" x=\"\(n(x))\" y=\"\(n(y))\"\(end)>\(inner)\(HTMLText.escaped(text))</text>")
  }

  /// Straight lines from point to point.
  mutating func path(
    _ points: [(x: Double, y: Double)], class name: String, closed: Bool = false, title: String? = nil
  ) {
    let steps = points.enumerated().map { "\($0 == 0 ? "M" : "L")\(n($1.x)) \(n($1.y))" }.joined()
    let inner = title.map { "><title>\(HTMLText.escaped($0))</title></path>" } ?? "/>"
    elements.append("<path class=\"\(name)\" d=\"\(steps)\(closed ? "Z" : "")\"\(inner)")
  }

  /// The drawing as an element of a page.
  var markup: String {
    """
    <div class="drawing"><svg viewBox="0 0 \(n(width)) \(n(height))" role="img" \
    aria-label="\(HTMLText.escaped(description))">
    \(elements.joined(separator: "\n"))
    </svg></div>

    """
  }

  /// The drawing as a file of its own, with the style sheet that its classes need.
  func file(style: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(n(width)) \(n(height))" role="img" \
    aria-label="\(HTMLText.escaped(description))">
    <style>
    \(style)</style>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private func n(_ value: Double) -> String {
    let text = FixedPoint.text(value, decimals: 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
