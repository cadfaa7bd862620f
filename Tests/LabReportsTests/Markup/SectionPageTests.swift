import Testing

@testable import LabReports

@Suite("A section of the page")
struct SectionPageTests {
  private static func table(_ caption: String) -> ReportSection.Table {
    .init(caption: caption, header: ["sound", "n"], leftColumns: 1, rows: [["cough", "3"]])
  }

  @Test("gives each of several tables its caption as a heading, and a table alone none")
  func headings() {
    let alone = ReportSection(id: "a", title: "Alone", tables: [Self.table("Who & what")])
    #expect(!alone.body.contains("<h3>"))
    let several = ReportSection(
      id: "b", title: "Several", tables: [Self.table("Who & what"), Self.table(""), Self.table("Why")])
    let headings = several.body.split(separator: "\n").filter { $0.hasPrefix("<h3>") }
    #expect(headings == ["<h3>Who &amp; what</h3>", "<h3>Why</h3>"])
  }
}
