import LabProviders
import NIOCore
import NIOHTTP1
import NIOWebSocket

extension HTTPHandler {
  /// The headers that accept a request for a WebSocket; `nil` when its key or version is wrong.
  func acceptingHeaders(for request: HTTPRequestHead) -> HTTPHeaders? {
    guard let channel = context?.channel, request.method == .GET, request.version == .http1_1 else {
      return nil
    }
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
    var headers: HTTPHeaders?
    // On its own event loop the answer is there when the call returns.
    upgrader.buildUpgradeResponse(channel: channel, upgradeRequest: request, initialResponseHeaders: [:])
      .assumeIsolated().whenSuccess { headers = $0 }
    return headers
  }

  /// Answers with 101 and hands the connection over to a `WebSocketHandler`.
  func accept(_ fields: [HeaderField]) {
    guard response?.phase == .awaitingHead else { return fault("a second head") }
    guard let context, var headers = response?.upgrade else {
      return fault("a WebSocket that nobody asked for")
    }
    for field in fields where !headers.contains(name: field.name) {
      headers.add(name: field.name, value: field.value)
    }
    let head = HTTPResponseHead(version: .http1_1, status: .switchingProtocols, headers: headers)
    write(.head(head), as: .head)
    guard let response else { return }
    do {
      try handOver(response, context.pipeline.syncOperations)
    } catch {
      context.cut(.reset)
    }
  }

  private func handOver(_ response: HTTPResponse, _ pipeline: ChannelPipeline.SynchronousOperations) throws {
    let handler = WebSocketHandler(facts, response)
    try pipeline.addHandler(handler, position: .after(decoder))
    self.response = nil
    response.runner.wire = handler
    // The decoder hands on what came behind the request, to the handler that now follows it.
    pipeline.removeHandler(self, promise: nil)
    pipeline.removeHandler(encoder, promise: nil)
    pipeline.removeHandler(decoder, promise: nil)
  }
}
