import NIOHTTP1

/// How far the response to one request has come, and what holds for it.
struct HTTPResponse {
  let request: HTTPRequestHead
  /// The headers that would accept the upgrade to a WebSocket; `nil` when none was asked for.
  let upgrade: HTTPHeaders?
  let runner: ExchangeRunner
  var notes: ResponseNotes
  var phase = Phase.awaitingHead
  /// Whether another request may follow on the connection.
  var keepsConnection: Bool
  /// Whether bytes of a body may be written at all; neither the answer to HEAD nor some statuses have any.
  private(set) var hasBody = true

  enum Phase: Equatable {
    /// The exchange has not answered yet.
    case awaitingHead
    /// The head is written; `remaining` bytes of the announced length are missing, when one was announced.
    case body(remaining: Int?)
    /// The exchange has ended the response, or its fault has.
    case ended
  }

  init(request: HTTPRequestHead, upgrade: HTTPHeaders?, runner: ExchangeRunner, notes: ResponseNotes) {
    self.request = request
    self.upgrade = upgrade
    self.runner = runner
    self.notes = notes
    // The decoder reads no other request after one that asks for an upgrade; HTTP/1.0 has no chunks to end a
    // body.
    let asksForUpgrade = request.headers.contains(name: "upgrade")
    keepsConnection = request.isKeepAlive && request.version == .http1_1 && !asksForUpgrade
  }

  /// The head to write for what the exchange says; notes what it means for the body and the connection.
  mutating func begin(status: Int, headers: HTTPHeaders) -> HTTPResponseHead {
    var headers = headers
    let status = HTTPResponseStatus(statusCode: status)
    hasBody = request.method != .HEAD && status.mayHaveResponseBody
    // The encoder ends a chunked body even where there is none, so that nothing may follow the answer to
    // HEAD.
    if request.method == .HEAD || headers[canonicalForm: "connection"].contains(where: { $0.isClose }) {
      keepsConnection = false
    }
    if !keepsConnection { headers.replaceOrAdd(name: "Connection", value: "close") }
    phase = .body(remaining: hasBody ? headers.first(name: "content-length").flatMap { Int($0) } : nil)
    return HTTPResponseHead(version: request.version, status: status, headers: headers)
  }

  /// Notes that a piece of the body is written.
  mutating func wrote(_ byteCount: Int) {
    if case .body(let remaining?) = phase { phase = .body(remaining: remaining - byteCount) }
  }

  /// Notes the end of the body. One that is not of the announced length leaves the connection of no use.
  mutating func end() {
    if case .body(let remaining?) = phase, remaining != 0 { keepsConnection = false }
    phase = .ended
  }
}

extension Substring {
  fileprivate var isClose: Bool { lowercased() == "close" }
}
