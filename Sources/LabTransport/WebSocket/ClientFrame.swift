import NIOCore
import NIOWebSocket

extension ByteBuffer {
  /// The most bytes that stand in front of the payload of a client's frame.
  static let clientFrameHeaderSize = 14

  /// Writes a whole frame, final and masked, as RFC 6455, sections 5.2 and 5.3, has it.
  ///
  /// In one copy, and masked eight bytes at a time: NIO's encoder copies the payload once more, and masks
  /// byte by byte.
  mutating func writeClientFrame(_ opcode: WebSocketOpcode, _ payload: some Collection<UInt8>, key: UInt32) {
    let masked: UInt8 = 0x80
    writeInteger(0x80 | UInt8(webSocketOpcode: opcode))
    switch payload.count {
    case ...125: writeInteger(masked | UInt8(payload.count))
    case ...65535: writeMultipleIntegers(masked | UInt8(126), UInt16(payload.count))
    default: writeMultipleIntegers(masked | UInt8(127), UInt64(payload.count))
    }
    writeInteger(key)
    let start = readableBytes
    writeBytes(payload)
    withUnsafeMutableReadableBytes { bytes in
      FrameMask.apply(key.bigEndian, to: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
    }
  }
}
