import Testing

@testable import LabReports

@Suite("The name of a chart's row")
struct RowLabelTests {
  @Test(
    "breaks between its parts, and shortens the longest in the middle",
    arguments: [
      ("deepgram · gpt", ["deepgram · gpt"]),
      ("deepgram/nova-3 · openai/gpt-4.1", ["deepgram/nova-3", "openai/gpt-4.1"]),
      ("a · provider/a-very-long-model-name-2026 · fibre", ["a · provider…me-2026", "fibre"]),
      ("", []),
    ])
  func lines(label: String, lines: [String]) {
    #expect(SVGDrawing.lines(of: label, characters: 20) == lines)
  }

  @Test("never is longer than its place")
  func limit() {
    let label = (0..<8).map { "axis-\($0)/with-a-long-value" }.joined(separator: " · ")
    let lines = SVGDrawing.lines(of: label, characters: 40)
    #expect(lines.count <= 2)
    #expect(lines.allSatisfy { $0.count <= 40 })
  }
}
