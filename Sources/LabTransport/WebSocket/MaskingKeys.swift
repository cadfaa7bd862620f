#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The keys that a client masks its frames with: unpredictable, as RFC 6455, section 10.3, wants them.
///
/// Drawn 64 at a time, because asking the system for each would be a system call for each message.
struct MaskingKeys {
  /// As much as the system gives at once: 256 bytes.
  private static let stock = 64
  private var keys: [UInt32] = []

  /// A key that was not given out before.
  mutating func next() -> UInt32 {
    if let key = keys.popLast() { return key }
    keys = [UInt32](repeating: 0, count: Self.stock)
    let status = keys.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
    if status != 0 {
      var generator = SystemRandomNumberGenerator()
      for index in keys.indices { keys[index] = UInt32(truncatingIfNeeded: generator.next()) }
    }
    return keys.removeLast()
  }
}
