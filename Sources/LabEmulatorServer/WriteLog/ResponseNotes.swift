import NIOHTTP1

/// Notes the writes of one response in the log; does nothing without one.
struct ResponseNotes {
  private let log: WriteLog?
  private let connection: Int
  private let request: Int
  private let requestID: String?
  /// What is to be written together.
  private var waiting: [(kind: WriteLogEntry.Kind, due: Int64?, byteCount: Int)] = []

  /// - Parameters:
  ///   - request: Which request of the connection it answers, counted from 0.
  ///   - head: The head of that request.
  init(log: WriteLog?, connection: Int, request: Int, head: HTTPRequestHead) {
    self.log = log
    self.connection = connection
    self.request = request
    requestID = log.flatMap { head.headers.first(name: $0.requestIDHeader) }
  }

  /// Takes a part that waits to be flushed.
  ///
  /// - Parameter due: When it was to be written.
  mutating func add(_ kind: WriteLogEntry.Kind, due: Int64?, byteCount: Int) {
    if log != nil { waiting.append((kind, due, byteCount)) }
  }

  /// What waits, stamped now, to be noted once it is flushed: to note takes longer than to write.
  mutating func take() -> [WriteLogEntry] {
    guard !waiting.isEmpty else { return [] }
    let now = ServerClock.monotonicNanoseconds()
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting.map { part in
      WriteLogEntry(
        connection: connection, request: request, requestID: requestID, kind: part.kind,
        monotonicNanoseconds: now, byteCount: part.byteCount, dueNanoseconds: part.due)
    }
  }

  /// Notes what was flushed.
  func note(_ entries: [WriteLogEntry]) {
    for entry in entries { log?.note(entry) }
  }
}
