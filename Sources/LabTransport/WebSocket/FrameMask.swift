/// The masking of frames (RFC 6455, section 5.3), which takes itself off again: for either side of a
/// connection.
package enum FrameMask {
  /// Masks or unmasks bytes in place, eight at a time; NIO goes byte by byte.
  ///
  /// - Parameter key: As it lies in memory.
  package static func apply(_ key: UInt32, to bytes: UnsafeMutableRawBufferPointer) {
    let word = UInt64(key) << 32 | UInt64(key)
    var index = 0
    while index + 8 <= bytes.count {
      let other = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      bytes.storeBytes(of: other ^ word, toByteOffset: index, as: UInt64.self)
      index += 8
    }
    withUnsafeBytes(of: key) { key in
      while index < bytes.count {
        bytes[index] ^= key[index & 3]
        index += 1
      }
    }
  }
}
