/// The 64-bit FNV-1a hash: the same on every machine and in every version, and no protection against malice.
package struct StableHash: Sendable, Hashable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// The hash of bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// The hash of a text's UTF-8 bytes.
  package init(_ text: String) {
    self.init(text.utf8)
  }

  /// Adds a byte at the end.
  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// The hash in sixteen hexadecimal digits.
  package var hex: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
