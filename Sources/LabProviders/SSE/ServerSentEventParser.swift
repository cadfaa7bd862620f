/// Cuts the bytes of a `text/event-stream` into events, by the rules of the WHATWG HTML standard.
///
/// Bytes come in pieces cut anywhere. Work is on bytes: a code point that straddles pieces is never looked at
/// before its line is whole. An event leaves with the byte that ends its blank line, so that its instant is
/// that of the piece which completed it. A line or an event may not grow beyond `limit`; after that nothing
/// more comes out.
public struct ServerSentEventParser: Sendable {
  /// The reconnection time that the stream asked for, in milliseconds.
  public private(set) var reconnectionMilliseconds: Int?
  /// A line or an event was longer than the limit; the parser has stopped.
  public private(set) var hasOverflowed = false

  private let limit: Int
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var type = ""
  private var pendingID: String?
  private var lastEventID = ""
  private var skipsLineFeed = false
  private var isFirstLine = true

  /// - Parameter limit: the most bytes of one line and of one event's data.
  public init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// The events that the next piece of the stream completes.
  public mutating func events(in bytes: [UInt8]) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    consume(bytes) { events.append($0) }
    return events
  }

  /// Hands over the events that the next piece of the stream completes, in order.
  public mutating func consume(_ bytes: [UInt8], _ receive: (ServerSentEvent) -> Void) {
    bytes.withUnsafeBufferPointer { consume($0, receive) }
  }

  private mutating func consume(_ bytes: UnsafeBufferPointer<UInt8>, _ receive: (ServerSentEvent) -> Void) {
    var start = 0
    while start < bytes.count, !hasOverflowed {
      if skipsLineFeed {
        skipsLineFeed = false
        if bytes[start] == UInt8(ascii: "\n") {
          start += 1
          continue
        }
      }
      let end = Self.endOfLine(in: bytes, from: start)
      guard end < bytes.count else {
        line.append(contentsOf: bytes[start...])
        hasOverflowed = line.count > limit
        return
      }
      if line.isEmpty {
        endLine(UnsafeBufferPointer(rebasing: bytes[start..<end]), receive)
      } else {
        endKeptLine(adding: bytes[start..<end], receive)
      }
      // A carriage return ends the line at once; a line feed right behind it belongs to it.
      skipsLineFeed = bytes[end] == UInt8(ascii: "\r")
      start = end + 1
    }
  }

  private mutating func endKeptLine(
    adding rest: Slice<UnsafeBufferPointer<UInt8>>, _ receive: (ServerSentEvent) -> Void
  ) {
    var whole: [UInt8] = []
    swap(&whole, &line)
    whole.append(contentsOf: rest)
    whole.withUnsafeBufferPointer { endLine($0, receive) }
    whole.removeAll(keepingCapacity: true)
    swap(&whole, &line)
  }

  private mutating func endLine(_ bytes: UnsafeBufferPointer<UInt8>, _ receive: (ServerSentEvent) -> Void) {
    var content = bytes
    if isFirstLine {
      isFirstLine = false
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        content = UnsafeBufferPointer(rebasing: bytes.dropFirst(3))
      }
    }
    guard !content.isEmpty else { return dispatch(receive) }
    let colon = Self.colon(in: content)
    guard colon > 0 else { return }
    var value = UnsafeBufferPointer(rebasing: content.dropFirst(colon + 1))
    if value.first == UInt8(ascii: " ") { value = UnsafeBufferPointer(rebasing: value.dropFirst()) }
    takeField(UnsafeBufferPointer(rebasing: content.prefix(colon)), value)
  }

  private mutating func takeField(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
  ) {
    if Self.matches(name, "data") {
      data.append(contentsOf: value)
      data.append(UInt8(ascii: "\n"))
      hasOverflowed = data.count > limit
    } else if Self.matches(name, "event") {
      type = String(decoding: value, as: UTF8.self)
    } else if Self.matches(name, "id") {
      if !value.contains(0) { pendingID = String(decoding: value, as: UTF8.self) }
    } else if Self.matches(name, "retry") {
      let isNumber =
        !value.isEmpty && value.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      if isNumber { reconnectionMilliseconds = Int(String(decoding: value, as: UTF8.self)) }
    }
  }

  private mutating func dispatch(_ receive: (ServerSentEvent) -> Void) {
    if let id = pendingID {
      lastEventID = id
      pendingID = nil
    }
    guard !data.isEmpty else {
      type = ""
      return
    }
    data.removeLast()
    let event = ServerSentEvent(type: type.isEmpty ? "message" : type, data: data, lastEventID: lastEventID)
    data = []
    type = ""
    receive(event)
  }
}

extension ServerSentEventParser {
  private static func endOfLine(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    // Eight bytes at a time: a lane of `word ^ pattern` is zero where the byte is the one looked for.
    let lows: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while index + 8 <= bytes.count {
      let word = UnsafeRawPointer(bytes.baseAddress! + index).loadUnaligned(as: UInt64.self)
      let feeds = word ^ (lows &* 0x0A)
      let returns = word ^ (lows &* 0x0D)
      let found = ((feeds &- lows) & ~feeds | (returns &- lows) & ~returns) & highs
      if found != 0 { break }
      index += 8
    }
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") {
      index += 1
    }
    return index
  }

  private static func colon(in line: UnsafeBufferPointer<UInt8>) -> Int {
    var index = 0
    while index < line.count, line[index] != UInt8(ascii: ":") { index += 1 }
    return index
  }

  private static func matches(_ name: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard name.count == word.utf8CodeUnitCount else { return false }
    var index = 0
    while index < name.count, name[index] == word.utf8Start[index] { index += 1 }
    return index == name.count
  }
}
