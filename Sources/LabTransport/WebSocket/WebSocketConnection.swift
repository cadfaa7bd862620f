import NIOCore
import NIOHTTP1
import NIOWebSocket

/// One WebSocket from the request to its last event. Touched on the event loop alone.
final class WebSocketConnection: @unchecked Sendable {
  let id: TransportID
  /// Whether messages were written that have not been flushed.
  var needsFlush = false
  private let settings: TransportSettings
  private let sink: any TransportSink
  private let whenEnded: (TransportID) -> Void
  private var timings: ConnectionTimings
  private var state = State.connecting(nil, waiting: [])
  private var waitingByteCount = 0
  private var resolved: MonotonicInstant?
  private var ready: MonotonicInstant
  private var timeout: Scheduled<Void>?

  private enum State {
    /// Not open yet; messages wait. The channel is there once TCP is set up.
    case connecting((any Channel)?, waiting: [Outgoing])
    case open(FrameHandler)
    /// A close was sent; the other side's is awaited.
    case closing(FrameHandler)
    /// The last event has been delivered.
    case ended
  }

  private struct Outgoing {
    var message: WebSocketMessage
    var tag: Int?
  }

  init(
    id: TransportID, settings: TransportSettings, sink: any TransportSink,
    whenEnded: @escaping (TransportID) -> Void
  ) {
    self.id = id
    self.settings = settings
    self.sink = sink
    self.whenEnded = whenEnded
    ready = MonotonicClock.now()
    timings = ConnectionTimings(started: ready)
    timings.httpVersion = "1.1"
  }

  var isEnded: Bool {
    if case .ended = state { true } else { false }
  }

  // MARK: What the caller asks

  /// Sends a message, or keeps it until the WebSocket is open. One that comes after a close is dropped.
  func send(_ message: WebSocketMessage, tag: Int?) {
    switch state {
    case .connecting(let channel, var waiting):
      state = .ended
      waiting.append(Outgoing(message: message, tag: tag))
      state = .connecting(channel, waiting: waiting)
      waitingByteCount += message.byteCount
      if waitingByteCount > settings.unsentByteLimit { giveUpOnSlowPeer() }
    case .open(let handler): write(message, tag: tag, to: handler)
    case .closing, .ended: break
    }
  }

  func flush() {
    needsFlush = false
    if case .open(let handler) = state { handler.flush() }
  }

  /// Begins the closing handshake, or takes the request back when the WebSocket is not open yet.
  func close(_ code: WebSocketErrorCode, _ reason: String, on loop: any EventLoop) {
    switch state {
    case .connecting:
      fail(TransportFailure(.cancelled, "The request was taken back."), at: MonotonicClock.now())
    case .open(let handler):
      state = .closing(handler)
      handler.writeClose(code, reason.cutForClose)
      timeout = loop.assumeIsolated().scheduleTask(in: TimeAmount(settings.closeTimeout)) { [weak self] in
        self?.abandon("The other side did not answer the close.")
      }
    case .closing, .ended: break
    }
  }

  /// Ends the connection without waiting for anything.
  func abandon(_ reason: String) {
    lost(reason, at: MonotonicClock.now())
  }

  // MARK: Setting up

  /// Counts from now: what came before was work of ours that no other connection will repeat.
  func begin() {
    ready = MonotonicClock.now()
    timings.started = ready
  }

  func nameResolved(at instant: MonotonicInstant) {
    resolved = instant
    timings.nameLookup = timings.started.duration(to: instant)
  }

  /// Takes the first channel that connected.
  ///
  /// - Returns: whether the channel is wanted; not when another was faster, or the request was taken back.
  func connected(over channel: any Channel) -> Bool {
    guard case .connecting(nil, let waiting) = state else { return false }
    state = .connecting(channel, waiting: waiting)
    let now = MonotonicClock.now()
    timings.connect = (resolved ?? timings.started).duration(to: now)
    ready = now
    return true
  }

  func secured() {
    let now = MonotonicClock.now()
    timings.tls = ready.duration(to: now)
    ready = now
  }

  func requestSent() { timings.requestSent = MonotonicClock.now() }

  func setConnectTimeout(_ task: Scheduled<Void>) { timeout = task }

  /// The server agreed. Everything that waited is written.
  func upgraded(_ head: HTTPResponseHead, _ handler: FrameHandler, at instant: MonotonicInstant) {
    guard case .connecting(_, let waiting) = state else { return handler.close() }
    timeout?.cancel()
    state = .open(handler)
    timings.upgrade = ready.duration(to: instant)
    timings.responseBegan = instant
    deliver(
      .opened(status: Int(head.status.code), headers: head.headers.lines, timings: timings), at: instant)
    for outgoing in waiting { write(outgoing.message, tag: outgoing.tag, to: handler) }
    flush()
  }

  func refused(
    _ head: HTTPResponseHead, _ body: [UInt8], headArrived: MonotonicInstant, at instant: MonotonicInstant
  ) {
    timings.responseBegan = headArrived
    end(
      .refused(status: Int(head.status.code), headers: head.headers.lines, body: body, timings: timings),
      at: instant)
  }

  func fail(_ failure: TransportFailure, at instant: MonotonicInstant) {
    guard case .connecting(let channel, _) = state else { return }
    // Closing reports the loss of the connection at once, so the end comes first.
    end(.failed(failure), at: instant)
    channel?.close(promise: nil)
  }

  // MARK: What arrives

  func arrived(_ message: WebSocketMessage, at instant: MonotonicInstant) {
    switch (state, message) {
    case (.connecting, _), (.ended, _): break
    case (_, .text(let text)): deliver(.text(text), at: instant)
    case (_, .binary(let bytes)): deliver(.binary(bytes), at: instant)
    }
  }

  func closedByPeer(_ code: WebSocketErrorCode?, _ reason: String, at instant: MonotonicInstant) {
    if case .open(let handler) = state { handler.writeClose(code, "") }
    finish(
      .closed(code: code.map { Int(UInt16(webSocketErrorCode: $0)) } ?? 1005, reason: reason), at: instant)
  }

  /// Closes because the other side broke a rule; the event carries the code that it was sent.
  func violated(_ code: WebSocketErrorCode, _ reason: String) {
    if case .open(let handler) = state { handler.writeClose(code, reason.cutForClose) }
    finish(.closed(code: Int(UInt16(webSocketErrorCode: code)), reason: reason), at: MonotonicClock.now())
  }

  func lost(_ error: any Error, at instant: MonotonicInstant) {
    let failure = TransportFailure(networkError: error)
    if case .connecting = state { return fail(failure, at: instant) }
    finish(.closed(code: 1006, reason: failure.message), at: instant)
  }

  func lost(_ reason: String, at instant: MonotonicInstant) {
    lost(TransportFailure(.truncated, reason), at: instant)
  }

  // MARK: Helpers

  private func write(_ message: WebSocketMessage, tag: Int?, to handler: FrameHandler) {
    if handler.unsentByteCount > settings.unsentByteLimit { return giveUpOnSlowPeer() }
    handler.write(message, promise: tag.flatMap { handler.promise(whenDone: sent($0)) })
  }

  private func sent(_ tag: Int) -> () -> Void {
    { [weak self] in
      guard let self, !self.isEnded else { return }
      self.deliver(.sent(tag: tag), at: MonotonicClock.now())
    }
  }

  private func giveUpOnSlowPeer() {
    abandon("More than \(settings.unsentByteLimit) bytes wait to be sent: the other side does not read.")
  }

  /// Delivers the last event of a WebSocket that was open, and closes the socket.
  private func finish(_ kind: TransportEvent.Kind, at instant: MonotonicInstant) {
    switch state {
    case .open(let handler), .closing(let handler):
      end(kind, at: instant)
      handler.close()
    case .connecting, .ended: break
    }
  }

  private func end(_ kind: TransportEvent.Kind, at instant: MonotonicInstant) {
    if isEnded { return }
    timeout?.cancel()
    timeout = nil
    state = .ended
    whenEnded(id)
    deliver(kind, at: instant)
  }

  private func deliver(_ kind: TransportEvent.Kind, at instant: MonotonicInstant) {
    sink.deliver(TransportEvent(connection: id, at: instant, kind: kind))
  }
}

extension HTTPHeaders {
  /// The lines in their order.
  fileprivate var lines: [HTTPHeader] { map { HTTPHeader($0.name, $0.value) } }
}

extension String {
  /// As much as a closing frame has room for, cut between characters.
  fileprivate var cutForClose: String {
    var text = self
    while text.utf8.count > 123 { text.removeLast() }
    return text
  }
}
