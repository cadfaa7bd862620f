import NIOHTTP1

/// Notes the writes of one response in the log; does nothing without one.
struct ResponseNotes {
  private let log: WriteLog?
  private let connection: Int
  private let request: Int
  private let requestID: String?

  /// - Parameters:
  ///   - request: Which request of the connection it answers, counted from 0.
  ///   - head: The head of that request.
  init(log: WriteLog?, connection: Int, request: Int, head: HTTPRequestHead) {
    self.log = log
    self.connection = connection
    self.request = request
    requestID = log.flatMap { head.headers.first(name: $0.requestIDHeader) }
  }

  /// - Parameter due: When it was to be written.
  func note(_ kind: WriteLogEntry.Kind, at nanoseconds: Int64, due: Int64?, byteCount: Int) {
    log?.note(
      WriteLogEntry(
        connection: connection, request: request, requestID: requestID, kind: kind,
        monotonicNanoseconds: nanoseconds, byteCount: byteCount, dueNanoseconds: due))
  }
}
