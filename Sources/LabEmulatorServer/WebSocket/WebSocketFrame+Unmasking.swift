package import NIOCore
package import NIOWebSocket

extension WebSocketFrame {
  /// The payload without its mask (RFC 6455, section 5.3), eight bytes at a time.
  ///
  /// NIO's own way goes byte by byte and was a fifth of what a message of a caller cost the server.
  package var plainData: ByteBuffer {
    guard let maskKey else { return data }
    var plain = data
    let key = (0..<4).map { maskKey[$0] }
    plain.withUnsafeMutableReadableBytes { bytes in
      var word: UInt64 = 0
      withUnsafeMutableBytes(of: &word) { lanes in for index in 0..<8 { lanes[index] = key[index & 3] } }
      var index = 0
      while index + 8 <= bytes.count {
        let masked = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        bytes.storeBytes(of: masked ^ word, toByteOffset: index, as: UInt64.self)
        index += 8
      }
      while index < bytes.count {
        bytes[index] ^= key[index & 3]
        index += 1
      }
    }
    return plain
  }
}
