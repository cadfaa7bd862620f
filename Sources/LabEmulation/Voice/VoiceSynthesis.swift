import LabStatistics

/// The emulated voice at work on a text: its samples are made when they are asked for.
struct VoiceSynthesis: Sendable {
  /// How many samples the whole text has.
  let totalSamples: Int
  /// How many of them were made.
  private(set) var position = 0

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

  init(text: String, sampleRate: Int, speed: Double) {
    let score = VoiceScore(text: text, sampleRate: sampleRate, speed: speed)
    segments = score.segments
    totalSamples = score.totalSamples
    self.sampleRate = sampleRate
    table = VowelTable.at(sampleRate)
    generator = SeededGenerator(seed: 0, stream: text)
  }

  /// Appends the next samples, as many as there are at most: 16 bits little-endian.
  mutating func make(_ count: Int, onto bytes: inout [UInt8]) {
    let wanted = min(count, totalSamples - position)
    position += wanted
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: 2 * wanted))
    bytes.withUnsafeMutableBytes { bytes in
      var done = 0
      while done < wanted {
        let part = min(wanted - done, segments[segment].samples - made)
        make(part, into: UnsafeMutableRawBufferPointer(rebasing: bytes[(start + 2 * done)...]))
        done += part
      }
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
