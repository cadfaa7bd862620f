import NIOCore
package import NIOWebSocket

extension WebSocketFrame {
  /// The payload without its mask (RFC 6455, section 5.3), copied once, eight bytes at a time.
  ///
  /// NIO's own way goes byte by byte and was a fifth of what a message of a caller cost the server.
  package var plainBytes: [UInt8] {
    data.withUnsafeReadableBytes { masked in
      [UInt8](unsafeUninitializedCapacity: masked.count) { bytes, count in
        count = masked.count
        let plain = UnsafeMutableRawBufferPointer(bytes)
        plain.copyMemory(from: masked)
        if let maskKey { Self.unmask(plain, with: maskKey) }
      }
    }
  }

  private static func unmask(_ bytes: UnsafeMutableRawBufferPointer, with key: WebSocketMaskingKey) {
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
}
