import LabEmulation
import LabProviders
import LabTransport
import NIOCore
import NIOWebSocket

/// The last handler of an open WebSocket: frames in and out, pings answered, violations told.
final class WebSocketHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let facts: ConnectionFacts
  private var notes: ResponseNotes
  private let runner: ExchangeRunner
  private var reader: ClientFrameReader
  private var assembler: MessageAssembler
  private var context: ChannelHandlerContext?
  private var phase = Phase.open
  private let allocator = ByteBufferAllocator()
  /// Something is written that waits to be flushed.
  private var hasUnflushed = false
  /// Whether the client keeps up; asked for with every flush, so that it is noted when it changes.
  private var isWritable = true

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
    reader = ClientFrameReader(byteLimit: facts.settings.messageByteLimit)
    assembler = MessageAssembler(byteLimit: facts.settings.messageByteLimit)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    isWritable = context.channel.isWritable
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    reader.append(Self.unwrapInboundIn(data))
    do {
      while phase != .ended, let frame = try reader.next() { take(frame) }
    } catch .invalidFrameLength {
      violated(.messageTooLarge, "A frame is larger than \(facts.settings.messageByteLimit) bytes.")
    } catch {
      violated(.protocolError, "A control frame is fragmented or larger than 125 bytes.")
    }
    if phase == .ended { reader = ClientFrameReader(byteLimit: 0) }
  }

  private func take(_ frame: ClientFrame) {
    guard frame.isMasked else {
      return violated(.protocolError, "A frame of a client must be masked.")
    }
    guard !frame.isExtended else {
      return violated(.protocolError, "A frame came with an extension nobody asked for.")
    }
    switch frame.opcode {
    case .ping:
      if phase == .open {
        write(.pong, frame.payload)
        flush()
      }
    case .pong: break
    case .connectionClose: takeClose(ByteBuffer(bytes: frame.payload))
    default:
      switch assembler.take(frame.opcode, isFinal: frame.isFinal, frame.payload) {
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
    if phase == .open, let promise = context?.eventLoop.makePromise(of: Void.self) {
      promise.futureResult.assumeIsolated().whenComplete { [weak self] _ in
        self?.context?.close(promise: nil)
      }
      writeClose(CloseFrame(code: close.code), promise: promise)
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
    phase = .ended
    runner.end(at: facts.clock.now())
    context.cut(.close)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      if phase == .open { writeClose(CloseFrame(code: 1001, reason: "The server stops.")) }
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
    guard let context, phase == .open else { return }
    phase = .closing
    writeClose(close)
    let delay = TimeAmount(facts.settings.closeTimeout)
    context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      self?.context?.cut(.close)
    }
  }

  private func writeClose(_ close: CloseFrame, promise: EventLoopPromise<Void>? = nil) {
    write(.connectionClose, close.payload, as: .end, promise: promise)
    flush()
  }

  /// Writes a frame, to be flushed, which is noted if it is of a kind that the log keeps.
  private func write(
    _ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, as kind: WriteLogEntry.Kind? = nil,
    byteCount: Int = 0, promise: EventLoopPromise<Void>? = nil
  ) {
    guard let context else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    var frame = allocator.buffer(capacity: ByteBuffer.serverFrameHeaderSize + payload.count)
    frame.writeServerFrame(opcode, payload)
    context.write(Self.wrapOutboundOut(frame), promise: promise)
    hasUnflushed = true
    if let kind { notes.add(kind, due: runner.due.map(facts.clock.nanoseconds(of:)), byteCount: byteCount) }
  }
}

extension WebSocketHandler: ExchangeWire {
  func perform(_ action: ServerAction) {
    guard phase == .open else { return }
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

  func flush() {
    guard hasUnflushed else { return }
    hasUnflushed = false
    let entries = notes.take()
    context?.flush()
    notes.note(entries)
    if !isWritable { context?.cutIfStuck(limit: facts.settings.unsentByteLimit) }
  }

  /// Closes with a code. The two that never stand in a frame mean what clients report by them: 1005 a close
  /// without a code, and 1006 the end of TCP without a close.
  private func close(code: Int, _ reason: String) {
    switch code {
    case 1005: beginClosing(CloseFrame(code: nil))
    case 1006:
      phase = .ended
      flush()
      context?.endHalf(timeout: facts.settings.closeTimeout)
      runner.end(at: facts.clock.now())
    default: beginClosing(CloseFrame(code: code, reason: reason))
    }
  }

  private func cut(_ how: ChannelHandlerContext.Cut) {
    phase = .ended
    flush()
    context?.cut(how)
    runner.end(at: facts.clock.now())
  }
}
