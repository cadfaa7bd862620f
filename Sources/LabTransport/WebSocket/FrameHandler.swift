import NIOCore
import NIOWebSocket

/// The last handler of an open WebSocket: frames in and out, pings answered, violations told.
final class FrameHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let connection: WebSocketConnection
  private let stamp: ArrivalStamp
  private var assembler: MessageAssembler
  private var context: ChannelHandlerContext?

  init(_ connection: WebSocketConnection, stamp: ArrivalStamp, messageByteLimit: Int) {
    self.connection = connection
    self.stamp = stamp
    assembler = MessageAssembler(byteLimit: messageByteLimit)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: Out

  /// Writes a message without flushing. The promise succeeds once the system, or TLS, has taken it whole.
  func write(_ message: WebSocketMessage, promise: EventLoopPromise<Void>?) {
    switch message {
    case .text(let text): write(.text, byteCount: text.utf8.count, promise) { $0.writeString(text) }
    case .binary(let bytes): write(.binary, byteCount: bytes.count, promise) { $0.writeBytes(bytes) }
    }
  }

  /// Writes a closing frame and flushes.
  func writeClose(_ code: WebSocketErrorCode?, _ reason: String) {
    write(.connectionClose, byteCount: 2 + reason.utf8.count, nil) { buffer in
      guard let code else { return }
      buffer.write(webSocketErrorCode: code)
      buffer.writeString(reason)
    }
    flush()
  }

  /// A promise for one message, with what to do when it was written.
  func promise(whenDone body: @escaping () -> Void) -> EventLoopPromise<Void>? {
    let promise = context?.eventLoop.makePromise(of: Void.self)
    promise?.futureResult.assumeIsolated().whenSuccess(body)
    return promise
  }

  func flush() { context?.flush() }

  func close() { context?.close(promise: nil) }

  /// How many bytes wait for the other side to read; 0 while it keeps up.
  var unsentByteCount: Int {
    guard let context, !context.channel.isWritable else { return 0 }
    return (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  private func write(
    _ opcode: WebSocketOpcode, byteCount: Int, _ promise: EventLoopPromise<Void>?,
    _ fill: (inout ByteBuffer) -> Void
  ) {
    guard let context else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    // Room in front lets the encoder put the frame's header there instead of into a buffer of its own.
    let headerRoom = 14
    var buffer = context.channel.allocator.buffer(capacity: headerRoom + byteCount)
    buffer.moveWriterIndex(to: headerRoom)
    buffer.moveReaderIndex(to: headerRoom)
    fill(&buffer)
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: buffer)
    context.write(Self.wrapOutboundOut(frame), promise: promise)
  }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    guard frame.maskKey == nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return connection.violated(
        .protocolError, "A frame came masked, or with an extension nobody asked for.")
    }
    switch frame.opcode {
    case .ping:
      write(.pong, byteCount: frame.length, nil) { $0.writeImmutableBuffer(frame.data) }
      flush()
    case .pong: break
    case .connectionClose: takeClose(frame.data)
    default:
      switch assembler.take(frame.opcode, isFinal: frame.fin, frame.data) {
      case .incomplete: break
      case .message(let message): connection.arrived(message, at: stamp.last)
      case .violation(let code, let reason): connection.violated(code, reason)
      }
    }
  }

  private func takeClose(_ payload: ByteBuffer) {
    var payload = payload
    let code = payload.readWebSocketErrorCode()
    let reason = code == nil ? "" : payload.readString(length: payload.readableBytes) ?? ""
    connection.closedByPeer(code, reason, at: stamp.last)
  }

  func channelInactive(context: ChannelHandlerContext) {
    connection.lost("The connection ended without a close.", at: stamp.last)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? NIOWebSocketError {
      connection.violated(error)
    } else {
      connection.lost(error, at: stamp.last)
      context.close(promise: nil)
    }
  }
}
