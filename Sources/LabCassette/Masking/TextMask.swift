import Foundation
import LabConversation

/// Replaces what was said by a stand-in of the same size: letters by `x` and `X`, digits by `0`, letters of
/// other scripts by one of as many bytes.
///
/// Punctuation, white space and the boundaries of messages stay, so that sentences end where they ended. An
/// abbreviation in front of a stop stays too, because the chunker does not take that stop for an end.
enum TextMask {
  /// The fields of a JSON message whose texts are part of the protocol and stay.
  static let kept: Set<String> = [
    "type", "message_type", "event", "object", "id", "index", "model", "modelVersion", "model_version",
    "role",
    "finish_reason", "finishReason", "stop_reason", "stopReason", "status", "code", "err_code",
    "service_tier",
    "channel", "variant", "version", "language", "language_code", "created_at", "blockReason",
    "system_fingerprint",
    "encoding", "format", "responseId", "context_id", "contextId", "request_id", "requestId", "session_id",
    "item_id",
    "response_id", "event_id", "call_id", "error_code",
  ]
  /// The fields whose whole content is said by somebody, whatever the fields inside are called.
  static let said: Set<String> = ["args", "arguments", "input"]

  /// Masks a message: by its fields when it is JSON, else every letter.
  ///
  /// - Parameter sound: Where in a sound the message is, if it carries some.
  static func message(_ bytes: [UInt8], sound: inout SoundPlace) -> [UInt8] {
    JSONObject.isValid(bytes) ? json(bytes, &sound) : text(bytes[...])
  }

  /// Masks a stream of server-sent events. Lines of data are masked as messages; what names an event stays.
  static func events(_ bytes: [UInt8], sound: inout SoundPlace) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if !result.isEmpty || line.startIndex > 0 { result.append(UInt8(ascii: "\n")) }
      result += eventLine(line, &sound)
    }
    return result
  }

  private static func eventLine(_ line: ArraySlice<UInt8>, _ sound: inout SoundPlace) -> [UInt8] {
    let field = line.prefix { $0 != UInt8(ascii: ":") }
    switch String(decoding: field, as: UTF8.self) {
    case "event", "id", "retry": return Array(line)
    case "data":
      let start = min(line.endIndex, field.endIndex + 1)
      let value = Array(line[start...])
      let isEnd = String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespaces) == "[DONE]"
      return Array(line[..<start]) + (isEnd ? value : message(value, sound: &sound))
    default: return text(line)
    }
  }

  /// Masks the texts of a JSON value.
  private static func json(_ bytes: [UInt8], _ sound: inout SoundPlace) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var key = ""
    var depth = 0
    var saidDepth: Int?
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if saidDepth == nil, said.contains(key) { saidDepth = depth }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if saidDepth == depth { saidDepth = nil }
        depth -= 1
        key = ""
      case UInt8(ascii: "\""):
        let end = endOfString(bytes, from: index + 1)
        let string = bytes[(index + 1)..<end]
        var after = end + 1
        while after < bytes.count, isSpace(bytes[after]) { after += 1 }
        result.append(byte)
        if after < bytes.count, bytes[after] == UInt8(ascii: ":") {
          key = String(decoding: string, as: UTF8.self)
          result += string
        } else {
          result += saidDepth == nil && kept.contains(key) ? Array(string) : value(string, &sound)
        }
        result.append(UInt8(ascii: "\""))
        index = end + 1
        continue
      default: break
      }
      result.append(byte)
      index += 1
    }
    return result
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The position of the quote that ends a string.
  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count)
  }

  private static func value(_ string: ArraySlice<UInt8>, _ sound: inout SoundPlace) -> [UInt8] {
    guard isEncodedSound(string), let bytes = Data(base64Encoded: Data(string)) else { return text(string) }
    return Array(Data(sound.runs(of: Array(bytes)).bytes).base64EncodedData())
  }

  /// Whether a text is so long a piece of base64 that it can only be a sound.
  static func isEncodedSound(_ string: some Collection<UInt8>) -> Bool {
    guard string.count >= 64, string.count.isMultiple(of: 4) else { return false }
    return string.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="):
        true
      default: false
      }
    }
  }
}
