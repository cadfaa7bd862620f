import Foundation

/// Sound inside of JSON: base64 with padding (RFC 4648, section 4).
package enum Base64Text {
  package static func encoded(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }

  /// The bytes; `nil` when the text is no base64.
  package static func decoded(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text).map { [UInt8]($0) }
  }
}
