import Foundation

/// Audio as the text that JSON protocols carry it in (RFC 4648, with padding).
package enum Base64Text {
  /// The bytes as text.
  package static func encoded(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }

  /// The bytes of a text; `nil` when it is not Base64.
  package static func decoded(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text).map { [UInt8]($0) }
  }
}
