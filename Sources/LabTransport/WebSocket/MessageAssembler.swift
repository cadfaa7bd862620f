import NIOCore
import NIOWebSocket

/// Puts fragmented messages together and holds the rules of RFC 6455 about them.
struct MessageAssembler {
  /// What a frame led to.
  enum Outcome: Equatable {
    /// The message goes on in another frame.
    case incomplete
    case message(WebSocketMessage)
    /// The connection must be closed with this code.
    case violation(WebSocketErrorCode, String)
  }

  private let byteLimit: Int
  private var kind: WebSocketOpcode?
  private var bytes = ByteBuffer()

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Takes a text, binary or continuation frame.
  mutating func take(_ opcode: WebSocketOpcode, isFinal: Bool, _ payload: ByteBuffer) -> Outcome {
    switch (opcode, kind) {
    case (.text, nil), (.binary, nil):
      if isFinal { return complete(opcode, payload) }
      kind = opcode
      bytes = payload
      return .incomplete
    case (.continuation, let kind?):
      guard bytes.readableBytes + payload.readableBytes <= byteLimit else {
        return .violation(.messageTooLarge, "A message is larger than \(byteLimit) bytes.")
      }
      bytes.writeImmutableBuffer(payload)
      guard isFinal else { return .incomplete }
      self.kind = nil
      defer { bytes = ByteBuffer() }
      return complete(kind, bytes)
    case (.continuation, nil):
      return .violation(.protocolError, "A continuation came without a message to continue.")
    case (.text, _), (.binary, _):
      return .violation(.protocolError, "A message began before the last one was complete.")
    default:
      return .violation(.protocolError, "A frame came with an opcode that is not defined.")
    }
  }

  private func complete(_ kind: WebSocketOpcode, _ payload: ByteBuffer) -> Outcome {
    guard payload.readableBytes <= byteLimit else {
      return .violation(.messageTooLarge, "A message is larger than \(byteLimit) bytes.")
    }
    if kind == .binary { return .message(.binary([UInt8](payload.readableBytesView))) }
    guard let text = String(validating: payload.readableBytesView, as: UTF8.self) else {
      return .violation(.dataInconsistentWithMessage, "A text message is not valid UTF-8.")
    }
    return .message(.text(text))
  }
}
