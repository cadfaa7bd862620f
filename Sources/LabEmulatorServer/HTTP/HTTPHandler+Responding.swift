import LabEmulation
import LabProviders
import NIOCore
import NIOHTTP1

extension HTTPHandler: ExchangeWire {
  func perform(_ action: ServerAction) {
    switch action {
    case .accept(let headers): accept(headers)
    case .respond(let status, let headers): writeHead(status: status, headers)
    case .body(let bytes, _): writeBody(bytes)
    case .endBody: endBody()
    case .reset: reset()
    case .send: fault("a WebSocket message without an open WebSocket")
    case .close(1006, _): endHalf()
    case .close: fault("a close without an open WebSocket")
    case .setTimer, .cancelTimer: break
    }
  }

  private func writeHead(status: Int, _ fields: [HeaderField]) {
    guard response?.phase == .awaitingHead else { return fault("a second head") }
    let headers = HTTPHeaders(fields.map { ($0.name, $0.value) })
    guard let head = response?.begin(status: status, headers: headers) else { return }
    write(.head(head), as: .head)
  }

  private func writeBody(_ bytes: [UInt8]) {
    guard case .body = response?.phase else { return fault("a body without a head") }
    guard response?.hasBody == true, !bytes.isEmpty else { return }
    response?.wrote(bytes.count)
    write(.body(.byteBuffer(allocator.buffer(bytes: bytes))), as: .body, byteCount: bytes.count)
  }

  private func endBody() {
    guard case .body = response?.phase else { return fault("the end of a body without a head") }
    response?.end()
    let promise = response?.keepsConnection == false ? closingPromise() : nil
    if response?.request.method == .HEAD {
      // The encoder would write the end of a chunked body that has no beginning.
      promise?.succeed()
    } else {
      write(.end(nil), as: .end, promise: promise)
    }
    response?.runner.end(at: facts.clock.now())
  }

  /// Ends our half of the connection in order, in the middle of the response; the client's is still read.
  private func endHalf() {
    guard let response, response.phase != .ended else { return }
    self.response?.keepsConnection = false
    self.response?.phase = .ended
    context?.endHalf(timeout: facts.settings.closeTimeout)
    response.runner.end(at: facts.clock.now())
  }

  private func reset() {
    guard let response, response.phase != .ended else { return }
    self.response?.phase = .ended
    context?.cut(.reset)
    response.runner.end(at: facts.clock.now())
  }

  /// Ends a response whose exchange did what does not fit.
  func fault(_ what: String) {
    guard let response, response.phase != .ended else { return }
    guard response.phase == .awaitingHead else { return reset() }
    self.response?.keepsConnection = false
    self.response?.phase = .ended
    let sentence = "The emulated service answered with \(what)."
    writeRefusal(.internalServerError, sentence, headers: [:], promise: closingPromise())
    response.runner.end(at: facts.clock.now())
  }

  /// A promise for the last write of the connection, which is closed once everything is written; closing at
  /// once would throw away what the client has no room for yet.
  private func closingPromise() -> EventLoopPromise<Void>? {
    let promise = context?.eventLoop.makePromise(of: Void.self)
    promise?.futureResult.assumeIsolated().whenComplete { [weak self] _ in
      self?.context?.close(promise: nil)
    }
    return promise
  }

  /// Writes a whole response with a sentence as its body.
  func writeRefusal(
    _ status: HTTPResponseStatus, _ sentence: String, headers: HTTPHeaders,
    promise: EventLoopPromise<Void>? = nil
  ) {
    guard let context else { return }
    var headers = headers
    headers.add(name: "Connection", value: "close")
    headers.add(name: "Content-Type", value: "text/plain; charset=utf-8")
    headers.add(name: "Content-Length", value: String(sentence.utf8.count))
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(allocator.buffer(string: sentence)))), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: promise)
  }

  /// Tells the client to send its body.
  func writeContinue() {
    let head = HTTPResponseHead(version: .http1_1, status: .continue)
    context?.writeAndFlush(Self.wrapOutboundOut(.head(head)), promise: nil)
  }

  /// Writes and flushes a part, and notes when.
  ///
  /// Each by itself: a client reads the head while the first piece of the body is made, and does not stamp
  /// that later.
  func write(
    _ part: HTTPServerResponsePart, as kind: WriteLogEntry.Kind, byteCount: Int = 0,
    promise: EventLoopPromise<Void>? = nil
  ) {
    guard let context else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    let due = response?.runner.due.map(facts.clock.nanoseconds(of:))
    response?.notes.add(kind, due: due, byteCount: byteCount)
    let entries = response?.notes.take() ?? []
    // Kept, because what a write brings about may end the response.
    let notes = response?.notes
    context.writeAndFlush(Self.wrapOutboundOut(part), promise: promise)
    notes?.note(entries)
    context.cutIfStuck(limit: facts.settings.unsentByteLimit)
  }

  func flush() {
    // Everything was flushed as it was written.
  }
}
