import NIOCore
import NIOWebSocket

/// The last handler of an open WebSocket: frames in and out, pings answered, violations told.
final class FrameHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = ByteBuffer

  private let connection: WebSocketConnection
  private let stamp: ArrivalStamp
  private var assembler: MessageAssembler
  private var context: ChannelHandlerContext?
  /// From where frames go out: behind NIO's encoder, which has nothing left to do with them.
  private var outlet: ChannelHandlerContext?
  private var keys = MaskingKeys()
  private let allocator = ByteBufferAllocator()
  /// Whether the other side keeps up; asked for with every message, so that it is noted when it changes.
  private var isWritable = true

  init(_ connection: WebSocketConnection, stamp: ArrivalStamp, messageByteLimit: Int) {
    self.connection = connection
    self.stamp = stamp
    assembler = MessageAssembler(byteLimit: messageByteLimit)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    outlet = encoder(before: context) ?? context
    isWritable = context.channel.isWritable
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    outlet = nil
  }

  private func encoder(before context: ChannelHandlerContext) -> ChannelHandlerContext? {
    do {
      return try context.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
    } catch {
      return nil
    }
  }

  // MARK: Out

  /// Writes a message without flushing. The promise succeeds once the system, or TLS, has taken it whole.
  func write(_ message: WebSocketMessage, promise: EventLoopPromise<Void>?) {
    switch message {
    case .text(let text): write(.text, text.utf8, promise)
    case .binary(let bytes): write(.binary, bytes, promise)
    }
  }

  /// Writes a closing frame and flushes.
  func writeClose(_ code: WebSocketErrorCode?, _ reason: String) {
    var payload = ByteBuffer()
    if let code {
      payload.write(webSocketErrorCode: code)
      payload.writeString(reason)
    }
    write(.connectionClose, payload.readableBytesView, nil)
    flush()
  }

  /// A promise for one message, with what to do when it was written.
  func promise(whenDone body: @escaping () -> Void) -> EventLoopPromise<Void>? {
    let promise = context?.eventLoop.makePromise(of: Void.self)
    promise?.futureResult.assumeIsolated().whenSuccess(body)
    return promise
  }

  func flush() { outlet?.flush() }

  func close() { context?.close(promise: nil) }

  /// How many bytes wait for the other side to read; 0 while it keeps up.
  var unsentByteCount: Int {
    guard let context, !isWritable else { return 0 }
    return (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  private func write(
    _ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, _ promise: EventLoopPromise<Void>?
  ) {
    guard let outlet else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    var frame = allocator.buffer(capacity: ByteBuffer.clientFrameHeaderSize + payload.count)
    frame.writeClientFrame(opcode, payload, key: keys.next())
    outlet.write(Self.wrapOutboundOut(frame), promise: promise)
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
      write(.pong, frame.data.readableBytesView, nil)
      flush()
    case .pong: break
    case .connectionClose: takeClose(frame.data)
    default:
      switch assembler.take(frame.opcode, isFinal: frame.fin, [UInt8](frame.data.readableBytesView)) {
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

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    isWritable = context.channel.isWritable
    context.fireChannelWritabilityChanged()
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
