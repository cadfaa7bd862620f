import LabEmulation
import LabTimeline

/// What every model of a calibration answers, and where its voice becomes audible.
public struct PlantedReply: Sendable {
  /// Two sentences: the first is spoken as soon as its end is certain, which the first word of the second
  /// makes it.
  public static let text = "That should work very well. Shall we go on?"
  /// The first sentence.
  static let firstSentence = "That should work very well."
  /// How many tokens follow the first one until the first sentence is certain: one token a word.
  static let tokensToFirstSentence = firstSentence.split(separator: " ").count

  /// Hz, of synthesised speech.
  static let sampleRate = 24_000
  /// −40 dBFS as a magnitude of 16-bit samples: from there a sample is audible.
  static let audibleMagnitude = 328

  /// The first audible sample of the first sentence as the emulated voice says it, from its first byte.
  static func onset(leadingSilence: Int64) -> Int {
    let silence = SamplePosition.samples(in: .nanoseconds(leadingSilence), sampleRate: sampleRate)
    var voice = EmulatedVoice(text: firstSentence, sampleRate: sampleRate, leadingSilence: silence)
    let bytes = voice.next(samples: silence + sampleRate / 10)
    let index = stride(from: 0, to: bytes.count, by: 2).first {
      abs(Int(Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8))) >= audibleMagnitude
    }
    return index.map { $0 / 2 } ?? silence
  }
}
