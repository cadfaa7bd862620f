import LabAnalysis
import LabTimeline
import Testing

@testable import AnalysisSupport
@testable import LabReports

@Suite("Tables")
struct TableTests {
  @Test(
    "quote a CSV field only where RFC 4180 asks for it",
    arguments: [
      ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("\"", "\"\"\"\""),
      ("two\nlines", "\"two\nlines\""), ("cr\r\nlf", "\"cr\r\nlf\""), (" lead", "\" lead\""), ("", ""),
      ("naïve · ü", "naïve · ü"),
    ])
  func quoting(field: String, expected: String) {
    #expect(CSVText.quoted(field) == expected)
  }

  @Test("bring hostile names through CSV unharmed")
  func hostileCSV() throws {
    var run = SyntheticRun()
    run.cells = [SyntheticRun.cell(llm: "evil\"model\",\r\n=cmd()")]
    let analysis = try run.analysis()
    for bytes in [CellsCSV.bytes(analysis.report), TurnsCSV.bytes(analysis)] {
      let rows = parseCSV(bytes)
      #expect(Set(rows.map(\.count)).count == 1)
      let column = try #require(rows[0].firstIndex(of: "llm"))
      #expect(rows.dropFirst().allSatisfy { $0[column] == "evil\"model\",\r\n=cmd()" })
    }
  }

  @Test("have one row per cell and per turn, and a unit in the name of every measured column")
  func shape() throws {
    let analysis = try SyntheticRun().analysis()
    let cells = parseCSV(CellsCSV.bytes(analysis.report))
    let turns = parseCSV(TurnsCSV.bytes(analysis))
    #expect(cells.count == 3)
    #expect(turns.count == 49)
    #expect(cells[0].contains("turn.v2v_p50_ci95_low_ms"))
    #expect(Set(cells[0]).count == cells[0].count)
    #expect(Set(turns[0]).count == turns[0].count)
    for metric in MetricCatalogue.all { #expect(turns[0].contains(metric.key)) }
  }

  @Test("give the parts of a turn, which sum to its latency")
  func parts() throws {
    let rows = parseCSV(TurnsCSV.bytes(try SyntheticRun().analysis()))
    let total = try #require(rows[0].firstIndex(of: "turn.v2v_ms"))
    let parts = rows[0].indices.filter { rows[0][$0].hasPrefix("part.") }
    #expect(parts.count == 20)
    for row in rows.dropFirst() {
      guard let value = Double(row[total]) else {
        #expect(parts.allSatisfy { row[$0].isEmpty })
        continue
      }
      #expect(abs(parts.compactMap { Double(row[$0]) }.reduce(0, +) - value) < 0.001)
    }
  }

  @Test(
    "write numbers with fixed decimals and no negative zero",
    arguments: [
      (0.0, 3, "0.000"), (-0.0001, 3, "0.000"), (-12.5, 3, "-12.500"), (0.0005, 3, "0.001"),
      (1234.5678, 1, "1234.6"), (9.96, 1, "10.0"), (-0.5, 0, "-1"), (7, 0, "7"),
    ])
  func fixedPoint(value: Double, decimals: Int, text: String) {
    #expect(FixedPoint.text(value, decimals: decimals) == text)
  }

  @Test("escape all of Markdown's marks in names")
  func markdown() {
    #expect(MarkdownTable.escaped("a|b\n<i>*x*_[y](z)`") == "a\\|b &lt;i&gt;\\*x\\*\\_\\[y\\](z)\\`")
  }

  /// Reads RFC 4180, so that the files are checked by other code than wrote them.
  private func parseCSV(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if isQuoted {
        if byte == 0x22, index + 1 < bytes.count, bytes[index + 1] == 0x22 {
          field.append(byte)
          index += 1
        } else if byte == 0x22 {
          isQuoted = false
        } else {
          field.append(byte)
        }
      } else if byte == 0x22 {
        isQuoted = true
      } else if byte == 0x2c || byte == 0x0d {
        row.append(String(decoding: field, as: UTF8.self))
        field = []
      } else if byte == 0x0a {
        rows.append(row)
        row = []
      } else {
        field.append(byte)
      }
      index += 1
    }
    return rows
  }
}
