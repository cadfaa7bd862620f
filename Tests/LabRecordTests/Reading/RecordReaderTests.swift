import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("A record's reader")
struct RecordReaderTests {
  private let run = SyntheticRun()

  @Test("gives the header and then every line in order")
  func wholeRecord() throws {
    try withFile(bytes(run.lines)) { path in
      var reader = try RecordReader(path: path)
      #expect(reader.header == run.header)
      #expect(try rest(&reader) == Array(run.lines.dropFirst()))
      #expect(!reader.wasCut)
      #expect(reader.lineNumber == run.lines.count)
    }
  }

  @Test("counts lines from 1, empty ones included")
  func emptyLines() throws {
    let text = try bytes([run.lines[0]]) + Array("\n \r\n".utf8) + bytes([run.lines[1]])
    try withFile(text) { path in
      var reader = try RecordReader(path: path)
      #expect(try rest(&reader) == [run.lines[1]])
      #expect(reader.lineNumber == 4)
    }
  }

  @Test("leaves out a last line that was cut off, wherever it was cut", arguments: [1, 2, 40, 300])
  func cutLine(_ missing: Int) throws {
    let whole = try bytes(run.lines)
    try withFile(Array(whole.dropLast(missing + 1))) { path in
      var reader = try RecordReader(path: path)
      #expect(try rest(&reader) == Array(run.lines.dropFirst().dropLast()))
      #expect(reader.wasCut)
    }
  }

  @Test("takes a last line that only lacks its newline")
  func missingNewline() throws {
    try withFile(Array(bytes(run.lines).dropLast())) { path in
      var reader = try RecordReader(path: path)
      #expect(try rest(&reader).count == run.lines.count - 1)
      #expect(!reader.wasCut)
    }
  }

  @Test("names file and line of what is no record line")
  func garbage() throws {
    let lines = try bytes(Array(run.lines.prefix(3))) + Array("{\"type\":\"turn\"}\n".utf8)
    let failure = try failure(of: lines + bytes([run.lines[3]]))
    #expect(failure?.code == .line)
    #expect(failure?.message.hasPrefix("Line 4 of '/") == true)
    #expect(failure?.message.hasSuffix("'conversation' is missing.") == true)
  }

  @Test("does not take a header whose pairs name cells that there are not")
  func pairs() throws {
    var header = run.header
    header.pairs = [ArmPair(candidate: 0, baseline: 2)]
    let failure = try failure(of: bytes([.header(header)]))
    #expect(failure?.code == .header)
    #expect(failure?.message.hasSuffix("pairs cell 2, but it has 2.") == true)
  }

  @Test("says that a line of noise is not JSON, and does not repeat it")
  func noise() throws {
    let failure = try failure(
      of: bytes([run.lines[0]]) + Array("secret words\n".utf8) + bytes([run.lines[1]]))
    #expect(failure?.message.hasSuffix("is not a line of a record: it is not JSON.") == true)
    #expect(failure?.description.contains("secret") == false)
  }

  @Test("refuses a cell that the header does not have")
  func unknownCell() throws {
    var small = run
    small.cells = [run.cells[0]]
    let failure = try failure(of: bytes([.header(small.header)] + run.conversation(1)))
    #expect(failure?.code == .line)
    #expect(failure?.message.contains("names cell 1") == true)
  }

  @Test("refuses a second header, a missing one and an empty file")
  func headers() throws {
    #expect(try failure(of: bytes([run.lines[0], run.lines[0]]))?.code == .header)
    #expect(try failure(of: bytes([run.lines[1]]))?.code == .header)
    #expect(try failure(of: [])?.code == .header)
  }

  @Test("says that a file is not there")
  func noFile() {
    #expect(throws: RecordError.self) { try RecordReader(path: "/nowhere/record.jsonl") }
  }

  @Test("reads lines that are longer than a block of the file")
  func longLines() throws {
    var long = run
    long.cells[0].preset = String(repeating: "x", count: 200_000)
    try withFile(bytes(long.lines)) { path in
      var reader = try RecordReader(path: path)
      #expect(reader.header == long.header)
      #expect(try rest(&reader).count == long.lines.count - 1)
    }
  }

  private func rest(_ reader: inout RecordReader) throws -> [RecordLine] {
    var lines: [RecordLine] = []
    while let line = try reader.next() { lines.append(line) }
    return lines
  }

  /// What goes wrong when a file of these bytes is read to its end.
  private func failure(of bytes: [UInt8]) throws -> RecordError? {
    try withFile(bytes) { path in
      do {
        var reader = try RecordReader(path: path)
        _ = try rest(&reader)
        return nil
      } catch let failure as RecordError {
        return failure
      }
    }
  }
}
