package import NIOCore

/// The payload of a close frame.
package struct CloseFrame: Equatable, Sendable {
  /// The code; `nil` for an empty payload.
  package var code: Int?
  package var reason: String

  package init(code: Int?, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Reads the payload of a client's frame; `nil` when RFC 6455, section 7.4, does not allow it.
  package init?(_ payload: ByteBuffer) {
    guard payload.readableBytes > 0 else {
      self.init(code: nil)
      return
    }
    var payload = payload
    guard let code = payload.readInteger(as: UInt16.self), Self.isAllowed(Int(code)),
      let reason = String(validating: payload.readableBytesView, as: UTF8.self)
    else { return nil }
    self.init(code: Int(code), reason: reason)
  }

  /// Whether a code may stand in a frame.
  static func isAllowed(_ code: Int) -> Bool {
    switch code {
    case 1004, 1005, 1006, 1015: false
    case 1000...1014, 3000...4999: true
    default: false
    }
  }

  /// The payload to send; the reason is cut to the 123 bytes that fit, between two characters.
  package var payload: [UInt8] {
    guard let code else { return [] }
    var kept = reason[...]
    while kept.utf8.count > 123 { kept.removeLast() }
    return [UInt8(truncatingIfNeeded: code >> 8), UInt8(truncatingIfNeeded: code)] + Array(kept.utf8)
  }
}
