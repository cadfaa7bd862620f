import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket

/// The handlers of a WebSocket's channel: HTTP for the request, then frames.
struct WebSocketPipeline: Sendable {
  let request: WebSocketRequest
  let address: WebSocketAddress
  let tls: NIOSSLContext?
  let settings: TransportSettings
  let connection: WebSocketConnection

  /// Fills the pipeline of a channel that is about to connect.
  func prepare(_ channel: any Channel) throws {
    // Happy eyeballs may prepare several channels; the one that connects tells its connection below.
    let stamp = ArrivalStamp(MonotonicClock.now())
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(stamp)
    if let tls {
      let name = address.literal == nil ? address.host : nil
      try pipeline.addHandler(try NIOSSLClientHandler(context: tls, serverHostname: name))
    }
    let handshake = HandshakeHandler(head, for: connection, stamp: stamp)
    try addUpgrade(to: pipeline, handshake, stamp)
    try pipeline.addHandler(handshake)
  }

  private func addUpgrade(
    to pipeline: ChannelPipeline.SynchronousOperations, _ handshake: HandshakeHandler, _ stamp: ArrivalStamp
  ) throws {
    let loop = pipeline.eventLoop
    let handlers = NIOLoopBound((handshake, stamp), eventLoop: loop)
    let upgrader = NIOWebSocketClientUpgrader(
      maxFrameSize: settings.messageByteLimit, automaticErrorHandling: false
    ) { channel, head in
      let (handshake, stamp) = handlers.value
      let frames = FrameHandler(connection, stamp: stamp, messageByteLimit: settings.messageByteLimit)
      return channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(frames)
        channel.pipeline.syncOperations.removeHandler(handshake, promise: nil)
        connection.upgraded(head, frames, at: stamp.last)
      }
    }
    try pipeline.addHTTPClientHandlers(
      leftOverBytesStrategy: .forwardBytes, enableOutboundHeaderValidation: true,
      withClientUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
  }

  private var head: HTTPRequestHead {
    var headers = HTTPHeaders()
    headers.add(name: "Host", value: address.authority)
    for header in request.headers { headers.add(name: header.name, value: header.value) }
    if !request.subprotocols.isEmpty {
      headers.add(name: "Sec-WebSocket-Protocol", value: request.subprotocols.joined(separator: ", "))
    }
    return HTTPRequestHead(version: .http1_1, method: .GET, uri: address.target, headers: headers)
  }
}
