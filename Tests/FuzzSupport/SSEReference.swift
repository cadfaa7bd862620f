import LabProviders

/// Server-sent events by the letter of the standard and as slowly as it reads, to hold the fast parser against.
enum SSEReference {
  static let seeds = [
    "data: {\"choices\":[{\"delta\":{\"content\":\"Hé😀\"}}]}\n\ndata: [DONE]\n\n",
    "\u{FEFF}event: message_start\r\ndata: {\"type\":\"message_start\"}\r\n\r\n: ping\r\nid: 7\r\nretry: 250\r\ndata\r\n\r\n",
    "data: a\rdata:  b\r\revent: x\n\nid\ndata:\n\nid: 1\u{0}\ndata: c\n\n", ":\n\ndata\ndata\n\ndata: open",
  ]

  /// The events of a whole stream.
  static func events(_ bytes: [UInt8]) -> [ServerSentEvent] {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var index = rest.startIndex
    while index < rest.endIndex {
      let byte = rest[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else {
        line.append(byte)
        continue
      }
      if byte == 0x0D, index < rest.endIndex, rest[index] == 0x0A { index += 1 }
      lines.append(line)
      line = []
    }
    return events(ofLines: lines)
  }

  private static func events(ofLines lines: [[UInt8]]) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var (data, type, pending, last) = ([UInt8](), "", "", "")
    for line in lines {
      if line.isEmpty {
        last = pending
        if !data.isEmpty {
          events.append(
            ServerSentEvent(type: type.isEmpty ? "message" : type, data: data.dropLast(), lastEventID: last))
        }
        (data, type) = ([], "")
        continue
      }
      let colon = line.firstIndex(of: 0x3A) ?? line.count
      var value = line.dropFirst(colon + 1)
      if value.first == 0x20 { value = value.dropFirst() }
      switch line.prefix(colon) {
      case let name where name.elementsEqual("data".utf8): data += value + [0x0A]
      case let name where name.elementsEqual("event".utf8): type = text(Array(value))
      case let name where name.elementsEqual("id".utf8):
        if !value.contains(0) { pending = text(Array(value)) }
      default: break
      }
    }
    return events
  }

  /// Parses a stream whole and cut, and holds both against the standard.
  static func compare(_ bytes: [UInt8], _ outcome: inout FuzzOutcome) {
    var parser = ServerSentEventParser()
    let whole = parser.events(in: bytes)
    for event in whole {
      outcome.note("event", event.type)
      outcome.volume += event.data.count
    }
    if whole != events(bytes) { outcome.violation = "The events are not those of the standard." }
    var cut = ServerSentEventParser()
    var pieces: [ServerSentEvent] = []
    var random = FuzzRandom(seed: UInt64(bytes.count) &+ UInt64(bytes.last ?? 0))
    let longest = random.pick([1, 2, 7, 60])
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 1 + random.below(longest))
      pieces += cut.events(in: Array(bytes[start..<end]))
      start = end
    }
    if pieces != whole { outcome.violation = "The events depend on how the stream was cut." }
    if cut.reconnectionMilliseconds != parser.reconnectionMilliseconds {
      outcome.violation = "The reconnection time depends on how the stream was cut."
    }
  }
}
