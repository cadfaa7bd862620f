import LabProviders
import Testing

@Suite("Server-sent events")
struct ServerSentEventParserTests {
  private func data(_ stream: String) -> [String] {
    var parser = ServerSentEventParser()
    return parser.events(in: Array(stream.utf8)).map(\.text)
  }

  @Test(
    "takes away one space behind the colon, and only one",
    arguments: [
      ("data:x\n\n", "x"), ("data: x\n\n", "x"), ("data:  x\n\n", " x"), ("data: a:b: c\n\n", "a:b: c"),
      ("data:x \n\n", "x "),
    ])
  func spaces(stream: String, expected: String) {
    #expect(data(stream) == [expected])
  }

  @Test(
    "gives an event for empty data lines as the standard counts them",
    arguments: [
      ("data\n\n", [""]), ("data:\n\n", [""]), ("data\ndata\n\n", ["\n"]), ("event: x\n\n", []),
      ("id: 7\n\n", []),
      ("\n\n\n", []), (":\n\n", []),
    ])
  func emptyData(stream: String, expected: [String]) {
    #expect(data(stream) == expected)
  }

  @Test("joins data lines with a line feed, also across a comment")
  func joinsLines() {
    #expect(data("data: {\"a\":\n: still here\ndata: 1}\n\n") == ["{\"a\":\n1}"])
  }

  @Test("takes a field name as it is written", arguments: [" data: x\n\n", "Data: x\n\n", "datax: x\n\n"])
  func unknownFields(stream: String) {
    #expect(data(stream) == [])
  }

  @Test(
    "ends lines at LF, CR and CRLF, mixed",
    arguments: [
      "data: a\n\ndata: b\n\n", "data: a\r\rdata: b\r\r", "data: a\r\n\r\ndata: b\r\n\r\n",
      "data: a\r\n\rdata: b\n\r\n", "data: a\r\n\ndata: b\r\r\n",
    ])
  func lineEnds(stream: String) {
    #expect(data(stream) == ["a", "b"])
  }

  @Test("ends no line at other breaks")
  func otherBreaks() {
    let text = "a\u{0B}b\u{0C}c\u{85}d\u{2028}e\u{2029}f"
    #expect(data("data: \(text)\n\n") == [text])
  }

  @Test("gives the same events however the stream is cut into two")
  func everyCut() {
    let stream = Array(
      "\u{FEFF}event: e\r\ndata: 😀é\r\ndata:x\r\rid: 1\ndata: [DONE]\n\n: c\ndata: last\n\r\n".utf8)
    var whole = ServerSentEventParser()
    let expected = whole.events(in: stream)
    #expect(expected.map(\.text) == ["😀é\nx", "[DONE]", "last"])
    #expect(expected.map(\.type) == ["e", "message", "message"])
    for cut in 0...stream.count {
      var parser = ServerSentEventParser()
      let events = parser.events(in: Array(stream[..<cut])) + parser.events(in: Array(stream[cut...]))
      #expect(events == expected, "cut at \(cut)")
    }
    var parser = ServerSentEventParser()
    #expect(stream.flatMap { parser.events(in: [$0]) } == expected)
  }

  @Test("gives an event with the carriage return that ends it, and swallows the line feed that follows")
  func carriageReturnEndsAtOnce() {
    var parser = ServerSentEventParser()
    #expect(parser.events(in: Array("data: a\r\n\r".utf8)).map(\.text) == ["a"])
    #expect(parser.events(in: Array("\ndata: b\n\n".utf8)).map(\.text) == ["b"])
  }

  @Test("drops a mark of byte order at the start and nowhere else")
  func byteOrderMark() {
    #expect(data("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\ndata: c\n\n") == ["a", "c"])
  }

  @Test("keeps the last id, forgets it when it is empty, and ignores one with a NUL")
  func ids() {
    var parser = ServerSentEventParser()
    let stream = "id: 1\ndata: a\n\ndata: b\n\nid: 2\u{0}\ndata: c\n\nid\ndata: d\n\n"
    #expect(parser.events(in: Array(stream.utf8)).map(\.lastEventID) == ["1", "1", "1", ""])
  }

  @Test(
    "takes a reconnection time of digits only",
    arguments: [
      ("retry: 10\n", 10), ("retry:1e3\n", nil), ("retry:-1\n", nil), ("retry:\n", nil),
      ("retry:  10\n", nil),
    ] as [(String, Int?)])
  func retry(stream: String, expected: Int?) {
    var parser = ServerSentEventParser()
    _ = parser.events(in: Array(stream.utf8))
    #expect(parser.reconnectionMilliseconds == expected)
  }

  @Test("keeps a NUL in data and mends invalid UTF-8 in the text only")
  func oddBytes() {
    var parser = ServerSentEventParser()
    let events = parser.events(in: Array("data: a\u{0}b".utf8) + [0xFF] + Array("\n\n".utf8))
    #expect(events.map(\.data) == [[0x61, 0, 0x62, 0xFF]])
    #expect(events[0].text == "a\u{0}b\u{FFFD}")
  }

  @Test("takes a line of more than a mebibyte in small pieces")
  func longLine() {
    var parser = ServerSentEventParser()
    let content = String(repeating: "x", count: 3 << 19)
    let stream = Array("data: \(content)\n\n".utf8)
    var found: [ServerSentEvent] = []
    for start in stride(from: 0, to: stream.count, by: 4096) {
      found += parser.events(in: Array(stream[start..<min(start + 4096, stream.count)]))
    }
    #expect(found.map(\.data.count) == [content.utf8.count])
  }

  @Test(
    "stops when a line or an event has no end",
    arguments: [
      "data: \(String(repeating: "x", count: 99))", String(repeating: "data: xxxxxxxxx\n", count: 9),
    ])
  func overflow(stream: String) {
    var parser = ServerSentEventParser(limit: 64)
    #expect(parser.events(in: Array(stream.utf8)).isEmpty)
    #expect(parser.hasOverflowed)
    #expect(parser.events(in: Array("\n\ndata: y\n\n".utf8)).isEmpty)
  }

  @Test("discards an event whose blank line never comes")
  func unfinishedEvent() {
    #expect(data("data: a\n\ndata: b\n") == ["a"])
  }

  @Test("starts each event with a type and data of its own")
  func resets() {
    var parser = ServerSentEventParser()
    let events = parser.events(in: Array("event: x\n\ndata: a\n\nevent: y\ndata: b\n\ndata: c\n\n".utf8))
    #expect(events.map(\.type) == ["message", "y", "message"])
    #expect(events.map(\.text) == ["a", "b", "c"])
  }
}
