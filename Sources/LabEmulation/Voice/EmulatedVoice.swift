/// The voice of the emulated speech synthesisers: it says any text in nonsense that has the shape of speech.
///
/// Pulses with a slightly unsteady, falling pitch go through the formants of the text's vowels, about four
/// and a half syllables a second, with pauses at commas and stops, at −20 dBFS. The same text gives the same
/// samples on every machine. Samples are made when they are asked for, and those of short texts are kept
/// while there is room for them, because emulated models say the same sentences again and again.
///
/// After the leading silence, which is digital, the first sample of −40 dBFS follows within 2 ms and the
/// voice stays above that level for the first syllables. A text without a letter or digit has only the
/// leading silence.
public struct EmulatedVoice: Sendable {
  /// How many samples the whole text has, its leading silence included.
  public let totalSamples: Int
  /// How many of them were handed out.
  public private(set) var position = 0

  private let leadingSilence: Int
  private var source: VoiceRecordings.Source

  /// - Parameters:
  ///   - text: What is said; its length sets the duration, about 15 characters a second.
  ///   - sampleRate: In Hz, at least 8,000 for all formants.
  ///   - leadingSilence: Samples of silence before the voice; a negative number counts as none.
  ///   - speed: 2 is twice as fast. Cut to 0.1 to 10.
  public init(text: String, sampleRate: Int, leadingSilence: Int = 0, speed: Double = 1) {
    self.init(
      text: text, sampleRate: sampleRate, leadingSilence: leadingSilence, speed: speed,
      kept: VoiceRecordings.shared)
  }

  init(text: String, sampleRate: Int, leadingSilence: Int, speed: Double, kept: VoiceRecordings) {
    self.leadingSilence = max(0, leadingSilence)
    source = kept.source(of: .init(text: text, sampleRate: sampleRate, speed: speed))
    let samples =
      switch source {
      case .recording(let recording): recording.totalSamples
      case .synthesis(let synthesis): synthesis.totalSamples
      }
    totalSamples = self.leadingSilence + samples
  }

  /// Makes the next samples: mono linear PCM, 16 bits little-endian.
  ///
  /// - Returns: Two bytes per sample; fewer samples than asked for at the end of the text, none after it.
  public mutating func next(samples count: Int) -> [UInt8] {
    let wanted = min(max(0, count), totalSamples - position)
    let silence = min(wanted, max(0, leadingSilence - position))
    let start = position + silence - leadingSilence
    position += wanted
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * wanted)
    bytes.append(contentsOf: repeatElement(0, count: 2 * silence))
    guard wanted > silence else { return bytes }
    switch source {
    case .recording(let recording): bytes += recording.bytes(of: start..<start + wanted - silence)
    case .synthesis(var synthesis):
      synthesis.make(wanted - silence, onto: &bytes)
      source = .synthesis(synthesis)
    }
    return bytes
  }
}
