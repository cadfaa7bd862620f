import LabEmulation
import LabStatistics
import LabTimeline
import NIOCore

/// Delays the bytes of a connection as an emulated leg does: the first handler of a connection that has one.
///
/// The system's own TCP carries the bytes over loopback at once; they are then held here until the leg's
/// packets, queues and retransmissions would have brought them. Looking up and connecting come before the
/// first of them, because the system has connected already: a client sees their time in what it waits for
/// next.
final class LegHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let clock: ServerClock
  private var leg: SharedLeg
  private var stream: StreamConnection
  private var context: ChannelHandlerContext?
  private var inbound = ByteBuffer()
  private var outbound = ByteBuffer()
  /// Writes that are complete when that many bytes, counted from the first, have left.
  private var promises: [(end: Int, promise: EventLoopPromise<Void>)] = []
  private var written = 0
  private var left = 0
  /// The client has ended its half; told when all it had sent has arrived.
  private var inputEnded = false
  private var closing: (mode: CloseMode, promise: EventLoopPromise<Void>?)?
  private var timer: (due: LabInstant, callback: NIOScheduledCallback)?
  private var events: [StreamConnection.Event] = []
  private var isMoving = false

  init(_ profile: LegProfile, generator: SeededGenerator, clock: ServerClock) {
    self.clock = clock
    leg = SharedLeg(profile, generator: generator.derived(name: "leg"))
    // TLS speaks for itself: its bytes go over the leg like any others.
    stream = StreamConnection(profile, isSecure: false, generator: generator, at: clock.now())
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { stop() }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    move()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = Self.unwrapInboundIn(data)
    stream.write(bytes.readableBytes, .up, at: clock.now())
    inbound.writeBuffer(&bytes)
    move()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var bytes = Self.unwrapOutboundIn(data)
    stream.write(bytes.readableBytes, .down, at: clock.now())
    written += bytes.readableBytes
    outbound.writeBuffer(&bytes)
    if let promise { promises.append((written, promise)) }
    move()
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard outbound.readableBytes > 0, mode != .input, context.channel.isActive else {
      return context.close(mode: mode, promise: promise)
    }
    closing = (mode, promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent, inbound.readableBytes > 0 {
      inputEnded = true
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  private func stop() {
    timer?.callback.cancel()
    timer = nil
    context = nil
    for (_, promise) in promises { promise.fail(ChannelError.ioOnClosedChannel) }
    promises = []
    closing?.promise?.succeed(())
    closing = nil
  }

  /// Does what is due, and asks to be called again. What that leads to may write; it is looked at in the same
  /// round.
  private func move() {
    guard !isMoving else { return }
    isMoving = true
    defer { isMoving = false }
    repeat {
      events.removeAll(keepingCapacity: true)
      stream.advance(to: clock.now(), over: &leg, into: &events)
      for event in events { handOn(event) }
    } while !events.isEmpty && context != nil
    schedule()
  }

  private func handOn(_ event: StreamConnection.Event) {
    guard let context, case .arrived(let direction, let bytes) = event else { return }
    switch direction {
    case .up:
      guard let piece = inbound.readSlice(length: bytes) else { return }
      inbound.discardReadBytes()
      context.fireChannelRead(Self.wrapInboundOut(piece))
      context.fireChannelReadComplete()
      if inputEnded, inbound.readableBytes == 0 {
        inputEnded = false
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      }
    case .down:
      guard let piece = outbound.readSlice(length: bytes) else { return }
      outbound.discardReadBytes()
      left += bytes
      let count = promises.prefix { $0.end <= left }.count
      let whole = promises[..<count].map(\.promise)
      promises.removeFirst(count)
      context.writeAndFlush(Self.wrapOutboundOut(piece), promise: nil)
      for promise in whole { promise.succeed(()) }
      if outbound.readableBytes == 0, let closing {
        self.closing = nil
        context.close(mode: closing.mode, promise: closing.promise)
      }
    }
  }

  private func schedule() {
    guard let context, let due = stream.due, timer?.due != due else { return }
    timer?.callback.cancel()
    do {
      let callback = try context.eventLoop.assumeIsolated().scheduleCallback(
        at: clock.deadline(of: due), handler: LegTimer(handler: self))
      timer = (due, callback)
    } catch {
      // The loop is ending, and so is the connection.
      timer = nil
    }
  }

  fileprivate func timerCameUp() {
    timer = nil
    move()
  }
}

/// What the event loop calls when something is due on a leg.
private struct LegTimer: NIOScheduledCallbackHandler {
  let handler: LegHandler

  func handleScheduledCallback(eventLoop: some EventLoop) {
    handler.timerCameUp()
  }
}
