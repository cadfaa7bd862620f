import LabEmulation
import LabProviders
import NIOCore
import NIOHTTP1

/// The last handler of a connection that speaks HTTP: reads requests, moves their exchanges one after another
/// and writes what they answer.
///
/// The rest of it stands in `HTTPHandler+Responding.swift` and `HTTPHandler+Upgrade.swift`.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  let facts: ConnectionFacts
  let encoder: HTTPResponseEncoder
  let decoder: ByteToMessageHandler<HTTPRequestDecoder>
  var context: ChannelHandlerContext?
  /// The response in progress.
  var response: HTTPResponse?
  let allocator = ByteBufferAllocator()
  private var assembler: RequestAssembler
  /// Requests that came before the last one was answered.
  private var waiting: [AssembledRequest] = []
  private var requestCount = 0
  /// The connection ends; whatever else arrives is thrown away.
  private var isDraining = false
  /// How many requests may wait for the one in progress.
  private static let waitingLimit = 16

  init(
    _ facts: ConnectionFacts, encoder: HTTPResponseEncoder, decoder: ByteToMessageHandler<HTTPRequestDecoder>
  ) {
    self.facts = facts
    self.encoder = encoder
    self.decoder = decoder
    assembler = RequestAssembler(byteLimit: facts.settings.bodyByteLimit)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDraining else { return }
    switch assembler.take(Self.unwrapInboundIn(data)) {
    case .incomplete: break
    case .awaitsContinue: if response == nil { writeContinue() }
    case .tooLarge:
      refuse(.payloadTooLarge, "The body is larger than \(facts.settings.bodyByteLimit) bytes.")
    case .complete(let request): take(request)
    }
  }

  private func take(_ request: AssembledRequest) {
    if response == nil {
      begin(request)
    } else if waiting.count < Self.waitingLimit {
      waiting.append(request)
    } else {
      context?.cut(.reset)
    }
  }

  private func begin(_ request: AssembledRequest) {
    guard request.head.uri.hasPrefix("/") else {
      return refuse(.badRequest, "The request's target does not begin with a slash.")
    }
    guard let loop = context?.eventLoop else { return }
    var upgrade: HTTPHeaders?
    if request.asksForWebSocket {
      upgrade = acceptingHeaders(for: request.head)
      guard upgrade != nil else {
        return refuse(
          .badRequest, "The request for a WebSocket is not one of version 13 with a key.",
          headers: ["Sec-WebSocket-Version": "13"])
      }
    }
    let runner = ExchangeRunner(
      facts.exchange(connectionRequest(for: request)), clock: facts.clock, loop: loop,
      whenEnded: { [weak self] in self?.exchangeEnded() })
    runner.wire = self
    response = HTTPResponse(
      request: request.head, upgrade: upgrade, runner: runner,
      notes: ResponseNotes(
        log: facts.settings.writeLog, connection: facts.number, request: requestCount, head: request.head))
    requestCount += 1
    runner.take(.opened, at: facts.lastArrival)
  }

  private func connectionRequest(for request: AssembledRequest) -> ConnectionRequest {
    ConnectionRequest(
      transport: request.asksForWebSocket ? .webSocket : .http(method: request.head.method.rawValue),
      endpoint: facts.endpoint, target: request.head.uri,
      headers: request.head.headers.map { HeaderField($0.name, $0.value) }, body: request.body)
  }

  /// Starts the next request once the exchange has handled its end.
  private func exchangeEnded() {
    guard let ended = response else { return }
    response = nil
    guard ended.keepsConnection, !isDraining else {
      waiting = []
      return
    }
    if !waiting.isEmpty { begin(waiting.removeFirst()) }
  }

  // MARK: The end of the connection

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent:
      endExchange()
      context.cut(.close)
    case ChannelEvent.inputClosed:
      endExchange()
      context.cut(.close)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    endExchange()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is HTTPParserError, response == nil, !isDraining, context.channel.isActive {
      refuse(.badRequest, "The request is not HTTP/1.1: \(error).")
    } else {
      endExchange()
      context.cut(.close)
    }
  }

  private func endExchange() {
    isDraining = true
    waiting = []
    response?.runner.end(at: facts.clock.now())
  }

  /// Answers without an exchange and ends the connection, leaving the client the time to read the answer.
  private func refuse(
    _ status: HTTPResponseStatus, _ sentence: String, headers: HTTPHeaders = [:]
  ) {
    isDraining = true
    // The response in progress goes first; it says that nothing follows it by ending the connection.
    guard response == nil else {
      response?.keepsConnection = false
      return
    }
    writeRefusal(status, sentence, headers: headers)
    closeLater()
  }

  /// Closes once the client does, or after a while. Closing at once would throw away what it has not read.
  private func closeLater() {
    let delay = TimeAmount(facts.settings.closeTimeout)
    context?.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      self?.context?.cut(.close)
    }
  }
}
