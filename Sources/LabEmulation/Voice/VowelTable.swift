/// The filters and gains of all vowels at a sample rate.
struct VowelTable: Sendable {
  /// One vowel, ready to be rendered.
  struct Entry: Sendable {
    var filter: FormantFilter
    /// Brings the vowel to −20 dBFS, averaged over a syllable.
    var gain: Float
  }

  /// −20 dB below the root mean square of a full-scale square wave, as a 16-bit magnitude.
  private static let level: Float = 3_276.8

  private let entries: [Entry]

  subscript(vowel: Vowel) -> Entry { entries[vowel.rawValue] }

  private init(sampleRate: Int) {
    entries = Vowel.allCases.map { vowel in
      let filter = FormantFilter(formants: vowel.formants, sampleRate: sampleRate)
      let loudness = Self.measure(filter, sampleRate: sampleRate) * VocalTract.meanLoudness
      return Entry(filter: filter, gain: loudness > 0 ? Self.level / loudness : 0)
    }
  }

  /// The root mean square of a vowel held for a fifth of a second while its pitch falls through the voice's
  /// range.
  private static func measure(_ filter: FormantFilter, sampleRate: Int) -> Float {
    // At the start of a syllable, held there.
    let held = VocalTract.Stretch(filter: filter, gain: 1, made: 0, step: 0, isVoiced: true)
    let count = max(1, sampleRate / 5)
    var tract = VocalTract()
    var pitch: Float = 125
    tract.rest(increment: pitch / Float(sampleRate))
    var energy = 0.0
    tract.render(count, held) {
      pitch = max(90, pitch - 1.6)
      return pitch / Float(sampleRate)
    } write: { _, value in
      energy += Double(value) * Double(value)
    }
    return Float((energy / Double(count)).squareRoot()) / VocalTract.valley
  }

  /// The table of a sample rate; those of common rates are made once.
  static func at(_ sampleRate: Int) -> VowelTable {
    switch sampleRate {
    case 8_000: telephone
    case 16_000: wideband
    case 24_000: speech
    case 48_000: studio
    default: VowelTable(sampleRate: sampleRate)
    }
  }

  private static let telephone = VowelTable(sampleRate: 8_000)
  private static let wideband = VowelTable(sampleRate: 16_000)
  private static let speech = VowelTable(sampleRate: 24_000)
  private static let studio = VowelTable(sampleRate: 48_000)
}
