package import NIOCore
package import NIOWebSocket

extension ByteBuffer {
  /// The most bytes that stand in front of the payload of a server's frame.
  static let serverFrameHeaderSize = 10

  /// Writes a whole frame, final and not masked, as RFC 6455, section 5.2, has it.
  ///
  /// In one buffer, where NIO's encoder would write header and payload as two.
  package mutating func writeServerFrame(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>) {
    writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
    switch payload.count {
    case ...125: writeInteger(UInt8(payload.count))
    case ...65535: writeMultipleIntegers(UInt8(126), UInt16(payload.count))
    default: writeMultipleIntegers(UInt8(127), UInt64(payload.count))
    }
    writeBytes(payload)
  }
}
