import LabRecord
import LabTimeline
import Testing

@testable import AnalysisSupport

@Suite("Record lines")
struct RecordEncodingTests {
  @Test("come back from their text as they were")
  func roundTrip() throws {
    for line in SyntheticRun().lines {
      #expect(try RecordEncoding.decode(RecordEncoding.line(line)) == line)
    }
  }

  @Test("are one line with sorted keys and plain slashes")
  func canonicalForm() throws {
    let line = RecordLine.footer(RecordFooter(conversations: 2, turns: 8))
    let text = String(decoding: try RecordEncoding.line(line), as: UTF8.self)
    #expect(text == "{\"conversations\":2,\"turns\":8,\"type\":\"footer\"}\n")
    let header = String(decoding: try RecordEncoding.line(.header(SyntheticRun().header)), as: UTF8.self)
    #expect(header.contains("\"deepgram/nova-3\""))
    #expect(header.hasPrefix("{\"cells\":[{\"device\":"))
    #expect(header.filter { $0 == "\n" }.count == 1)
  }

  @Test("keep a newline inside a name off the line's end")
  func newlineInName() throws {
    var run = SyntheticRun()
    run.planName = "two\nlines"
    let bytes = try RecordEncoding.line(.header(run.header))
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(try RecordEncoding.decode(bytes) == .header(run.header))
  }

  @Test("of a later schema are refused by name")
  func unknownSchema() throws {
    var header = SyntheticRun().header
    header.schema = "turnlab.record/9"
    let bytes = try RecordEncoding.line(.header(header))
    #expect {
      try RecordEncoding.decode(bytes)
    } throws: { error in
      let failure = error as? RecordError
      return failure?.code == .schema && failure?.message.contains("turnlab.record/9") == true
    }
  }
}
