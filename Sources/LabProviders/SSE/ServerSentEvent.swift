/// One event of a `text/event-stream`.
public struct ServerSentEvent: Hashable, Sendable {
  /// The event's name; `message` when the stream gives none.
  public var type: String
  /// The data lines joined with line feeds, as they came; may hold invalid UTF-8.
  public var data: [UInt8]
  /// The last id that the stream gave, in this or an earlier event.
  public var lastEventID: String

  public init(type: String, data: [UInt8], lastEventID: String) {
    self.type = type
    self.data = data
    self.lastEventID = lastEventID
  }

  /// The data as text; invalid bytes become U+FFFD.
  public var text: String { String(decoding: data, as: UTF8.self) }
}
