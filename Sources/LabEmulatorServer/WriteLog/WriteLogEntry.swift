/// One write of a response.
public struct WriteLogEntry: Hashable, Codable, Sendable {
  /// The connection's number, counted from 0 in the order of acceptance.
  public var connection: Int
  /// Which request of the connection it answers, counted from 0.
  public var request: Int
  /// What the request's id header held; for a WebSocket, that of the request that opened it.
  public var requestID: String?
  /// What was written.
  public var kind: Kind
  /// `CLOCK_MONOTONIC` immediately before the bytes were flushed, with all that was written at the same
  /// instant.
  public var monotonicNanoseconds: Int64
  /// When it was to be written: the instant of the timer that it comes from, or of the arrival that it
  /// answers, on the same clock; `nil` where neither is known.
  public var dueNanoseconds: Int64?
  /// The size of the piece or message without its framing; 0 for a head and for an end.
  public var byteCount: Int

  /// Creates an entry.
  public init(
    connection: Int, request: Int, requestID: String?, kind: Kind, monotonicNanoseconds: Int64,
    byteCount: Int, dueNanoseconds: Int64? = nil
  ) {
    self.connection = connection
    self.request = request
    self.requestID = requestID
    self.kind = kind
    self.monotonicNanoseconds = monotonicNanoseconds
    self.dueNanoseconds = dueNanoseconds
    self.byteCount = byteCount
  }

  /// The parts of a response.
  public enum Kind: String, Hashable, Codable, Sendable {
    /// The head of an HTTP response, or the answer that opens a WebSocket.
    case head
    /// A piece of an HTTP body.
    case body
    /// A WebSocket message.
    case message
    /// The end of an HTTP body, or a WebSocket's close.
    case end
  }

  private enum CodingKeys: String, CodingKey {
    case connection
    case request
    case requestID = "request_id"
    case kind
    case monotonicNanoseconds = "monotonic_ns"
    case dueNanoseconds = "due_ns"
    case byteCount = "byte_count"
  }
}
