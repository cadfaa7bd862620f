import Foundation
import LabProviders

/// What damage does to the bytes of a wire.
enum WireDamage {
  /// A text that is cut in its middle, so that it is not JSON.
  static func halved(_ text: String) -> String {
    String(text.prefix(max(1, text.count / 2)))
  }

  /// A piece of a body whose last closing brace is missing; `nil` when it has none to lose.
  static func withoutBrace(_ bytes: [UInt8]) -> [UInt8]? {
    guard let brace = bytes.lastIndex(of: UInt8(ascii: "}")) else { return nil }
    var bytes = bytes
    bytes.remove(at: brace)
    return bytes
  }

  /// A piece of a body cut behind the first byte of every character that has several.
  static func splitInsideCharacters(_ bytes: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = [[]]
    for byte in bytes {
      pieces[pieces.count - 1].append(byte)
      if byte >= 0xC0 { pieces.append([]) }
    }
    return pieces.filter { !$0.isEmpty }
  }

  /// Changes the audio of a message: the whole of a binary one, or the longest text in base64 of a JSON
  /// object.
  static func changingAudio(
    of message: WireMessage, _ change: ([UInt8]) -> [UInt8]
  ) -> WireMessage {
    switch message {
    case .binary(let bytes): return .binary(change(bytes))
    case .text(let text):
      guard let range = audio(in: text), let bytes = Data(base64Encoded: String(text[range])) else {
        return message
      }
      let changed = Data(change(Array(bytes))).base64EncodedString()
      return .text(text[..<range.lowerBound] + changed + text[range.upperBound...])
    }
  }

  /// Whether a message holds audio.
  static func holdsAudio(_ message: WireMessage) -> Bool {
    switch message {
    case .binary: true
    case .text(let text): audio(in: text) != nil
    }
  }

  /// Where the audio of a JSON message stands: vendors that send no binary messages name it so.
  private static func audio(in text: String) -> Range<String.Index>? {
    for name in ["audio", "data", "delta", "audio_base_64"] {
      guard let key = text.firstRange(of: "\"\(name)\":") else { continue }
      let rest = text[key.upperBound...].drop { $0 == " " }
      guard rest.first == "\"" else { continue }
      let value = rest.dropFirst().prefix { $0 != "\"" }
      // A transcript could stand under such a name as well; audio is longer and has no spaces.
      if value.utf8.count >= 64, !value.contains(" ") { return value.startIndex..<value.endIndex }
    }
    return nil
  }
}

/// Makes audio of one sample rate out of another's by repeating and leaving out samples, as somebody hears it
/// who believes the wrong rate.
struct RateMistake: Sendable {
  let times: Double
  private var samples = WholeSamples()
  private var taken = 0
  private var given = 0

  init(times: Double) {
    self.times = times
  }

  mutating func change(_ bytes: [UInt8]) -> [UInt8] {
    let whole = samples.append(bytes)
    var result: [UInt8] = []
    result.reserveCapacity(Int(Double(whole.count) * times) + 2)
    for offset in stride(from: 0, to: whole.count - 1, by: 2) {
      taken += 1
      while Double(given) < Double(taken) * times {
        given += 1
        result.append(whole[offset])
        result.append(whole[offset + 1])
      }
    }
    return result
  }
}
