import Foundation

/// What kind of message a text on the wire is.
enum MessageKind {
  /// The type that a JSON message names, or `text`.
  static func of(_ text: String) -> String {
    guard let object = JSONObject.read(Array(text.utf8)) else { return "text" }
    for key in ["type", "message_type", "event"] {
      guard let name = object[key] as? String, !name.isEmpty, name.utf8.count <= 60 else { continue }
      let isName = name.unicodeScalars.allSatisfy {
        $0.isASCII
          && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "._-".unicodeScalars.contains($0))
      }
      if isName { return name }
    }
    return "text"
  }

  /// The sound that a JSON message carries in base64, if it does.
  static func sound(in text: String) -> [UInt8]? {
    guard let object = JSONObject.read(Array(text.utf8)) else { return nil }
    let sounds = object.values.compactMap { $0 as? String }.filter { TextMask.isEncodedSound(Array($0.utf8)) }
    return sounds.lazy.compactMap { Data(base64Encoded: $0) }.first.map(Array.init)
  }
}

/// JSON that may be none.
enum JSONObject {
  /// The object; `nil` when the bytes are not a JSON object.
  static func read(_ bytes: [UInt8]) -> [String: Any]? {
    do {
      return try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    } catch {
      return nil
    }
  }

  /// Whether the bytes are JSON of any kind.
  static func isValid(_ bytes: [UInt8]) -> Bool {
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      return true
    } catch {
      return false
    }
  }
}
