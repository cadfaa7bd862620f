import LabEmulation
import LabProviders
import LabTransport
import NIOCore
import NIOWebSocket

/// The last handler of an open WebSocket: frames in and out, pings answered, violations told.
final class WebSocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = ByteBuffer

  private let facts: ConnectionFacts
  private let notes: ResponseNotes
  private let runner: ExchangeRunner
  private var assembler: MessageAssembler
  private var context: ChannelHandlerContext?
  private var phase = Phase.open

  private enum Phase {
    case open
    /// Our close is sent; the client's is awaited, and what it had sent before is still taken.
    case closing
    /// Both sides have closed, or one has broken the rules. Only the end of TCP is awaited.
    case ended
  }

  init(_ facts: ConnectionFacts, _ response: HTTPResponse) {
    self.facts = facts
    notes = response.notes
    runner = response.runner
    assembler = MessageAssembler(byteLimit: facts.settings.messageByteLimit)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    if case .ended = phase { return }
    guard frame.maskKey != nil else {
      return violated(.protocolError, "A frame of a client must be masked.")
    }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return violated(.protocolError, "A frame came with an extension nobody asked for.")
    }
    switch frame.opcode {
    case .ping: if case .open = phase { write(.pong, frame.plainBytes) }
    case .pong: break
    case .connectionClose: takeClose(ByteBuffer(bytes: frame.plainBytes))
    default:
      switch assembler.take(frame.opcode, isFinal: frame.fin, frame.plainBytes) {
      case .incomplete: break
      case .message(.text(let text)): runner.take(.message(.text(text)), at: facts.lastArrival)
      case .message(.binary(let bytes)): runner.take(.message(.binary(bytes)), at: facts.lastArrival)
      case .violation(let code, let reason): violated(code, reason)
      }
    }
  }

  private func takeClose(_ payload: ByteBuffer) {
    guard let close = CloseFrame(payload) else {
      return violated(.protocolError, "A close frame is malformed.")
    }
    if case .open = phase {
      writeClose(CloseFrame(code: close.code))?.assumeIsolated().whenComplete { [weak self] _ in
        self?.context?.close(promise: nil)
      }
    } else {
      context?.close(promise: nil)
    }
    phase = .ended
    runner.end(at: facts.lastArrival)
  }

  private func violated(_ code: WebSocketErrorCode, _ reason: String) {
    beginClosing(CloseFrame(code: Int(UInt16(webSocketErrorCode: code)), reason: reason))
    phase = .ended
    runner.end(at: facts.lastArrival)
  }

  func channelInactive(context: ChannelHandlerContext) {
    phase = .ended
    runner.end(at: facts.clock.now())
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error as? NIOWebSocketError {
    case .invalidFrameLength:
      violated(.messageTooLarge, "A frame is larger than \(facts.settings.messageByteLimit) bytes.")
    case .fragmentedControlFrame, .multiByteControlFrameLength:
      violated(.protocolError, "A control frame is fragmented or larger than 125 bytes.")
    case nil:
      phase = .ended
      runner.end(at: facts.clock.now())
      context.cut(.close)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      if case .open = phase { writeClose(CloseFrame(code: 1001, reason: "The server stops.")) }
      phase = .ended
      runner.end(at: facts.clock.now())
      context.cut(.close)
    case ChannelEvent.inputClosed:
      phase = .ended
      runner.end(at: facts.clock.now())
      context.cut(.close)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  // MARK: Out

  private func beginClosing(_ close: CloseFrame) {
    guard let context, case .open = phase else { return }
    phase = .closing
    writeClose(close)
    let delay = TimeAmount(facts.settings.closeTimeout)
    context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      self?.context?.cut(.close)
    }
  }

  @discardableResult
  private func writeClose(_ close: CloseFrame) -> EventLoopFuture<Void>? {
    write(.connectionClose, close.payload, as: .end, byteCount: 0)
  }

  /// Writes and flushes a frame, and notes when, if it is of a kind that the log keeps.
  @discardableResult
  private func write(
    _ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, as kind: WriteLogEntry.Kind? = nil,
    byteCount: Int = 0
  ) -> EventLoopFuture<Void>? {
    guard let context else { return nil }
    var frame = context.channel.allocator.buffer(capacity: ByteBuffer.serverFrameHeaderSize + payload.count)
    frame.writeServerFrame(opcode, payload)
    let began = ServerClock.monotonicNanoseconds()
    let written = context.writeAndFlush(Self.wrapOutboundOut(frame))
    if let kind {
      notes.note(kind, at: began, due: runner.due.map(facts.clock.nanoseconds(of:)), byteCount: byteCount)
    }
    context.cutIfStuck(limit: facts.settings.unsentByteLimit)
    return written
  }
}

extension WebSocketHandler: ExchangeWire {
  func perform(_ action: ServerAction) {
    guard case .open = phase else { return }
    switch action {
    case .send(.text(let text), _): write(.text, text.utf8, as: .message, byteCount: text.utf8.count)
    case .send(.binary(let bytes), _): write(.binary, bytes, as: .message, byteCount: bytes.count)
    case .close(let code, let reason): close(code: code, reason)
    case .reset: cut(.reset)
    case .accept, .respond, .body, .endBody:
      violated(.unexpectedServerError, "The emulated service answered with HTTP on an open WebSocket.")
    case .setTimer, .cancelTimer: break
    }
  }

  /// Closes with a code. The two that never stand in a frame mean what clients report by them: 1005 a close without
  /// a code, and 1006 the end of TCP without a close.
  private func close(code: Int, _ reason: String) {
    switch code {
    case 1005: beginClosing(CloseFrame(code: nil))
    case 1006:
      phase = .ended
      context?.endHalf(timeout: facts.settings.closeTimeout)
      runner.end(at: facts.clock.now())
    default: beginClosing(CloseFrame(code: code, reason: reason))
    }
  }

  private func cut(_ how: ChannelHandlerContext.Cut) {
    phase = .ended
    context?.cut(how)
    runner.end(at: facts.clock.now())
  }
}
