import LabTransport
package import NIOCore
package import NIOWebSocket

/// A frame of a client, without its mask.
package struct ClientFrame: Equatable, Sendable {
  package var isFinal: Bool
  /// Any of the bits for extensions is set.
  package var isExtended: Bool
  package var opcode: WebSocketOpcode
  package var isMasked: Bool
  package var payload: [UInt8]

  package init(
    isFinal: Bool, isExtended: Bool, opcode: WebSocketOpcode, isMasked: Bool, payload: [UInt8]
  ) {
    self.isFinal = isFinal
    self.isExtended = isExtended
    self.opcode = opcode
    self.isMasked = isMasked
    self.payload = payload
  }
}

/// Cuts a client's bytes into frames (RFC 6455, section 5.2).
///
/// NIO has a decoder for that, which goes in a handler of its own and hands frames on in boxes, step by step:
/// with the unmasking, byte by byte, that was a fifth of what a message of a caller cost the server.
package struct ClientFrameReader: Sendable {
  private let byteLimit: Int
  private var buffer = ByteBuffer()

  /// - Parameter byteLimit: The largest payload that is read.
  package init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Takes the bytes that came next.
  package mutating func append(_ bytes: ByteBuffer) {
    if buffer.readableBytes == 0 {
      buffer = bytes
    } else {
      buffer.discardReadBytes()
      buffer.writeImmutableBuffer(bytes)
    }
  }

  /// The next frame that is whole; `nil` until one is.
  ///
  /// - Throws: As soon as the beginning of a frame says that it is too large, or a control frame against
  ///   section 5.5. Nothing more may be read then.
  package mutating func next() throws(NIOWebSocketError) -> ClientFrame? {
    let start = buffer.readerIndex
    guard let first = buffer.getInteger(at: start, as: UInt8.self),
      let second = buffer.getInteger(at: start + 1, as: UInt8.self),
      let opcode = WebSocketOpcode(encodedWebSocketOpcode: first & 0x0F),
      let (length, lengthSize) = length(second & 0x7F)
    else { return nil }
    guard length <= UInt64(byteLimit) else { throw .invalidFrameLength }
    if first & 0x08 != 0 {
      guard first & 0x80 != 0 else { throw .fragmentedControlFrame }
      guard length <= 125 else { throw .multiByteControlFrameLength }
    }
    let isMasked = second & 0x80 != 0
    let headerSize = 2 + lengthSize + (isMasked ? 4 : 0)
    guard buffer.readableBytes >= headerSize + Int(length) else { return nil }
    // As it lies in memory.
    let key =
      isMasked ? buffer.getInteger(at: start + headerSize - 4, endianness: .host, as: UInt32.self) : nil
    let frame = ClientFrame(
      isFinal: first & 0x80 != 0, isExtended: first & 0x70 != 0,
      opcode: opcode, isMasked: isMasked,
      payload: payload(of: Int(length), at: start + headerSize, key: key ?? 0))
    buffer.moveReaderIndex(forwardBy: headerSize + Int(length))
    // The socket reads into it again when nobody else has it.
    if buffer.readableBytes == 0 { buffer = ByteBuffer() }
    return frame
  }

  /// The length of a payload, and how many bytes say it beside the one that every frame has; `nil` until they
  /// are there.
  private func length(_ short: UInt8) -> (UInt64, size: Int)? {
    let place = buffer.readerIndex + 2
    return switch short {
    case 126: buffer.getInteger(at: place, as: UInt16.self).map { (UInt64($0), 2) }
    case 127: buffer.getInteger(at: place, as: UInt64.self).map { ($0, 8) }
    default: (UInt64(short), 0)
    }
  }

  private func payload(of length: Int, at index: Int, key: UInt32) -> [UInt8] {
    buffer.withUnsafeReadableBytes { readable in
      let start = index - buffer.readerIndex
      return [UInt8](unsafeUninitializedCapacity: length) { bytes, count in
        count = length
        let plain = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[..<length])
        plain.copyMemory(from: UnsafeRawBufferPointer(rebasing: readable[start..<start + length]))
        FrameMask.apply(key, to: plain)
      }
    }
  }
}
