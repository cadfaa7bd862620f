import NIOCore
import NIOHTTP1

/// Puts the head and the body of requests together.
struct RequestAssembler {
  /// What a part led to.
  enum Outcome {
    /// More parts follow.
    case incomplete
    /// The client waits to be told that its body is welcome.
    case awaitsContinue
    /// The body is larger than the limit.
    case tooLarge
    case complete(AssembledRequest)
  }

  private let byteLimit: Int
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Takes the next part. Nothing may follow `.tooLarge`.
  mutating func take(_ part: HTTPServerRequestPart) -> Outcome {
    switch part {
    case .head(let head):
      self.head = head
      let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
      guard length <= byteLimit else { return .tooLarge }
      let isAwaiting = head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" }
      return isAwaiting ? .awaitsContinue : .incomplete
    case .body(let piece):
      guard body.readableBytes + piece.readableBytes <= byteLimit else { return .tooLarge }
      body.writeImmutableBuffer(piece)
      return .incomplete
    case .end:
      guard let head else { return .incomplete }
      defer { body = ByteBuffer() }
      self.head = nil
      return .complete(AssembledRequest(head: head, body: [UInt8](body.readableBytesView)))
    }
  }
}

/// A request that is complete.
struct AssembledRequest {
  let head: HTTPRequestHead
  let body: [UInt8]

  /// Whether the client asks for a WebSocket.
  var asksForWebSocket: Bool {
    head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
  }
}
