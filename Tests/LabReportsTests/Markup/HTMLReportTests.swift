import Foundation
import LabAnalysis
import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabReports

@Suite("The HTML report")
struct HTMLReportTests {
  @Test("lets no name out of the text it stands in")
  func hostileNames() throws {
    var run = SyntheticRun()
    let hostile = "<script>alert('x')</script>\"&\u{0}"
    run.planName = hostile
    run.cells = [SyntheticRun.cell(llm: hostile), SyntheticRun.cell(llm: "\" onload=\"alert(1)")]
    let page = try page(run)
    #expect(!page.contains("<script>alert"))
    #expect(!page.contains("\" onload=\""))
    #expect(!page.unicodeScalars.contains("\u{0}"))
    #expect(page.contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;\u{FFFD}"))
  }

  @Test("closes every element that it opens", arguments: [1, 2, 9])
  func wellFormed(cells: Int) throws {
    var run = SyntheticRun()
    run.cells = (0..<cells).map { SyntheticRun.cell(llm: "model & \($0) <b>") }
    #expect(unbalanced(try page(run)) == nil)
  }

  @Test("needs nothing from elsewhere")
  func selfContained() throws {
    let page = try page(SyntheticRun())
    for reference in ["http://", "https://", "src=", "@import", "<link"] {
      #expect(!page.contains(reference))
    }
  }

  @Test("defines every metric of the catalogue")
  func definitions() throws {
    let page = try page(SyntheticRun())
    for metric in MetricCatalogue.all {
      #expect(page.contains("<dt>\(metric.id)</dt>"))
      #expect(page.contains(HTMLText.escaped(metric.summary)))
    }
  }

  @Test("says that a run is not valid")
  func banner() throws {
    var run = SyntheticRun()
    run.mode = .live
    run.hasAccidents = false
    let analysis = try run.analysis(instrument: InstrumentReading(loopLag: .init(p50: 1, p99: 7, max: 9)))
    let page = String(decoding: HTMLReport.bytes(analysis), as: UTF8.self)
    #expect(page.contains("class=\"banner bad\" role=\"alert\""))
    #expect(page.contains("<a href=\"#warnings\">1 that makes it invalid, "))
  }

  @Test("of a hundred cells stays small, and says what it does not draw")
  func hundredCells() throws {
    var run = SyntheticRun()
    run.cells = (0..<100).map { SyntheticRun.cell(llm: "model-\($0)") }
    let page = try page(run)
    #expect(page.utf8.count < 1_500_000)
    #expect(page.components(separatedBy: "<figure>").count - 1 == 12)
    #expect(page.contains("88 more turns are not drawn; the tables have them."))
    #expect(page.contains("94 more cells are not drawn; the tables have them."))
  }

  @Test("can be made of a run without a single turn")
  func empty() throws {
    let builder = RunReportBuilder(header: SyntheticRun().header)
    let analysis = builder.finish(instrument: nil, environment: nil)
    let page = String(decoding: HTMLReport.bytes(analysis), as: UTF8.self)
    #expect(unbalanced(page) == nil)
    for file in try ReportFolder.files(for: analysis) { #expect(!file.bytes.isEmpty) }
  }

  private func page(_ run: SyntheticRun) throws -> String {
    String(decoding: HTMLReport.bytes(try run.analysis()), as: UTF8.self)
  }

  /// The first tag that does not match, or `nil` when all do.
  private func unbalanced(_ page: String) -> String? {
    let void: Set = ["meta", "!doctype"]
    var open: [String] = []
    for piece in page.components(separatedBy: "<").dropFirst() {
      guard let end = piece.firstIndex(of: ">"), piece.first?.isLetter == true || piece.first == "/" else {
        continue
      }
      let tag = piece[..<end]
      let name = tag.prefix { $0.isLetter || $0 == "/" || $0.isNumber }.lowercased()
      if name.hasPrefix("/") {
        guard open.popLast() == String(name.dropFirst()) else { return String(tag) }
      } else if !tag.hasSuffix("/"), !void.contains(name) {
        open.append(name)
      }
    }
    return open.last
  }
}
