package import NIOWebSocket

/// Puts fragmented messages together and holds the rules of RFC 6455 about them, for either side of a
/// connection.
package struct MessageAssembler: Sendable {
  /// What a frame led to.
  package enum Outcome: Equatable, Sendable {
    /// The message goes on in another frame.
    case incomplete
    case message(WebSocketMessage)
    /// The connection must be closed with this code.
    case violation(WebSocketErrorCode, String)
  }

  private let byteLimit: Int
  /// The kind of the message that has begun and not ended.
  private var kind: WebSocketOpcode?
  private var bytes: [UInt8] = []

  /// - Parameter byteLimit: The largest message that is put together.
  package init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Takes a text, binary or continuation frame, unmasked. Nothing may follow a violation.
  package mutating func take(_ opcode: WebSocketOpcode, isFinal: Bool, _ payload: [UInt8]) -> Outcome {
    guard bytes.count + payload.count <= byteLimit else {
      return .violation(.messageTooLarge, "A message is larger than \(byteLimit) bytes.")
    }
    switch (opcode, kind) {
    case (.text, nil), (.binary, nil):
      if isFinal { return Self.complete(opcode, payload) }
      kind = opcode
      bytes = payload
      return .incomplete
    case (.continuation, let begun?):
      bytes += payload
      guard isFinal else { return .incomplete }
      defer {
        kind = nil
        bytes = []
      }
      return Self.complete(begun, bytes)
    case (.continuation, nil):
      return .violation(.protocolError, "A continuation came without a message to continue.")
    case (.text, _), (.binary, _):
      return .violation(.protocolError, "A message began before the last one was complete.")
    default:
      return .violation(.protocolError, "A frame came with an opcode that is not defined.")
    }
  }

  private static func complete(_ kind: WebSocketOpcode, _ payload: [UInt8]) -> Outcome {
    if kind == .binary { return .message(.binary(payload)) }
    guard let text = String(validating: payload, as: UTF8.self) else {
      return .violation(.dataInconsistentWithMessage, "A text message is not valid UTF-8.")
    }
    return .message(.text(text))
  }
}
