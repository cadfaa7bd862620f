import LabStatistics

/// The voice of the emulated speech synthesisers: it says any text in nonsense that has the shape of speech.
///
/// Pulses with a slightly unsteady, falling pitch go through the formants of the text's vowels, about four and a
/// half syllables a second, with pauses at commas and stops, at −20 dBFS. The same text gives the same samples on
/// every machine. Samples are made when they are asked for, so a long text is never held as audio.
///
/// After the leading silence, which is digital, the first sample of −40 dBFS follows within 2 ms and the voice
/// stays above that level for the first syllables. A text without a letter or digit has only the leading silence.
public struct EmulatedVoice: Sendable {
  /// How many samples the whole text has, its leading silence included.
  public let totalSamples: Int
  /// How many of them were handed out.
  public private(set) var position = 0

  private let sampleRate: Int
  private let table: VowelTable
  private let segments: [VoiceScore.Segment]
  private var tract = VocalTract()
  private var generator: SeededGenerator
  private var segment = 0
  /// How many samples of the segment were made.
  private var made = 0
  /// The last vowel, which rings out.
  private var vowel = Vowel.neutral

  /// - Parameters:
  ///   - text: What is said; its length sets the duration, about 15 characters a second.
  ///   - sampleRate: In Hz, at least 8,000 for all formants.
  ///   - leadingSilence: Samples of silence before the voice; a negative number counts as none.
  ///   - speed: 2 is twice as fast. Cut to 0.1 to 10.
  public init(text: String, sampleRate: Int, leadingSilence: Int = 0, speed: Double = 1) {
    let score = VoiceScore(text: text, sampleRate: sampleRate, speed: speed)
    let lead = VoiceScore.Segment(sound: .silence, samples: max(0, leadingSilence))
    segments = [lead] + score.segments
    totalSamples = lead.samples + score.totalSamples
    self.sampleRate = sampleRate
    table = VowelTable.at(sampleRate)
    generator = SeededGenerator(seed: 0, stream: text)
  }

  /// Makes the next samples: mono linear PCM, 16 bits little-endian.
  ///
  /// - Returns: Two bytes per sample; fewer samples than asked for at the end of the text, none after it.
  public mutating func next(samples count: Int) -> [UInt8] {
    let wanted = min(max(0, count), totalSamples - position)
    position += wanted
    return [UInt8](unsafeUninitializedCapacity: 2 * wanted) { bytes, initialized in
      bytes.initialize(repeating: 0)
      var done = 0
      while done < wanted {
        let part = min(wanted - done, segments[segment].samples - made)
        let target = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(bytes)[(2 * done)...])
        make(part, into: target)
        done += part
      }
      initialized = 2 * wanted
    }
  }

  /// Makes samples of the current segment; the bytes are zero.
  private mutating func make(_ count: Int, into bytes: UnsafeMutableRawBufferPointer) {
    let current = segments[segment]
    switch current.sound {
    case .silence: break
    case .release: render(count, release, pitch: 0, into: bytes)
    case .syllable(let vowel, let pitch):
      if made == 0, segment == 0 || !isSyllable(segment - 1) {
        tract.rest(increment: pitch / Float(sampleRate))
      }
      self.vowel = vowel
      render(count, syllable(of: current.samples), pitch: pitch, into: bytes)
    }
    made += count
    if made == current.samples {
      segment += 1
      made = 0
    }
  }

  private func isSyllable(_ index: Int) -> Bool {
    if case .syllable = segments[index].sound { true } else { false }
  }

  private func syllable(of samples: Int) -> VocalTract.Stretch {
    VocalTract.Stretch(
      filter: table[vowel].filter, gain: table[vowel].gain, made: Float(made), step: 1 / Float(samples),
      isVoiced: true)
  }

  private var release: VocalTract.Stretch {
    VocalTract.Stretch(
      filter: table[vowel].filter, gain: table[vowel].gain, made: 0, step: 0, isVoiced: false)
  }

  private mutating func render(
    _ count: Int, _ stretch: VocalTract.Stretch, pitch: Float, into bytes: UnsafeMutableRawBufferPointer
  ) {
    // One percent of jitter, as in a steady human voice.
    var generator = generator
    let increment = pitch / Float(sampleRate)
    tract.render(count, stretch) {
      increment * (0.99 + 0.02 * Float(generator.unit()))
    } write: { index, value in
      let clipped = min(max(value, -32_000), 32_000)
      // Adding before cutting off rounds to the nearest without a call.
      let sample = Int16(truncatingIfNeeded: Int32(clipped + 32_768.5) - 32_768)
      bytes.storeBytes(of: sample.littleEndian, toByteOffset: 2 * index, as: Int16.self)
    }
    self.generator = generator
  }
}
