/// A text as a voice says it: syllables, pauses and how long each lasts.
struct VoiceScore: Sendable {
  /// A stretch of sound of one kind.
  struct Segment: Hashable, Sendable {
    enum Sound: Hashable, Sendable {
      /// A syllable around a vowel, at a pitch in Hz.
      case syllable(Vowel, pitch: Float)
      /// The voice has stopped and what it left rings out.
      case release
      /// Digital silence.
      case silence
    }

    var sound: Sound
    var samples: Int
  }

  private(set) var segments: [Segment] = []
  /// The sum over all segments.
  private(set) var totalSamples = 0
  /// Where each scalar of the text begins, in samples; one that is not heard begins where the next one does.
  private(set) var scalarStarts: [Int] = []

  /// 64ths of a second at normal speed. With its pauses, English comes to about 15 characters per second.
  private enum Length {
    static let character = 4
    static let shortPause = 10
    static let longPause = 19
  }
  /// Syllables are split beyond this: six characters, 0.4 s.
  private static let longestSyllable = 6 * Length.character
  private static let pitchAtPhraseStart: Float = 125
  private static let pitchFall: Float = 35

  private let samplesPerUnit: Double
  private let release: Int
  private var units = 0
  private var phraseStart = 0
  private var vowel: Vowel?
  private var isAfterVowel = false
  private var syllableUnits = 0

  init(text: String, sampleRate: Int, speed: Double) {
    samplesPerUnit = Double(sampleRate) / (64 * min(max(speed, 0.1), 10))
    release = sampleRate * 30 / 1000
    var pause = 0
    for scalar in text.unicodeScalars {
      let isInPhrase = phraseStart < segments.count || syllableUnits > 0
      scalarStarts.append(position(units + syllableUnits + (isInPhrase ? pause : 0)))
      let mark = Self.pause(at: scalar)
      if mark > 0 {
        pause = max(pause, mark)
      } else if let sound = SpokenCharacter(scalar), pause == 0 || sound != .space {
        if pause > 0 { endPhrase(pause: pause) }
        pause = 0
        speak(sound)
      }
    }
    endPhrase(pause: pause)
  }

  /// How long the voice pauses at a mark.
  private static func pause(at scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case ".", "!", "?", "…", "\n", "。", "！", "？": Length.longPause
    case ",", ";", ":", "–", "—", "、", "，": Length.shortPause
    default: 0
    }
  }

  private mutating func speak(_ sound: SpokenCharacter) {
    switch sound {
    case .space where syllableUnits == 0: return
    case .vowel(let next):
      // Vowels in a row, as in "see", are one syllable.
      if vowel != nil, !isAfterVowel { endSyllable() }
      vowel = vowel ?? next
      isAfterVowel = true
    case .consonant, .space: isAfterVowel = false
    }
    syllableUnits += Length.character
    if syllableUnits == Self.longestSyllable { endSyllable() }
  }

  private mutating func endSyllable() {
    guard syllableUnits > 0 else { return }
    append(.syllable(vowel ?? .neutral, pitch: Self.pitchAtPhraseStart), units: syllableUnits)
    vowel = nil
    isAfterVowel = false
    syllableUnits = 0
  }

  /// Ends what was spoken since the last pause. A pause before the first word is left out: it would be
  /// silence.
  private mutating func endPhrase(pause: Int) {
    endSyllable()
    guard phraseStart < segments.count else { return }
    letPitchFall()
    let before = totalSamples
    if pause > 0 { append(.silence, units: pause) } else { append(.silence, samples: release) }
    let ringing = min(release, totalSamples - before)
    segments[segments.count - 1] = Segment(sound: .release, samples: ringing)
    if before + ringing < totalSamples {
      segments.append(Segment(sound: .silence, samples: totalSamples - before - ringing))
    }
    phraseStart = segments.count
  }

  private mutating func letPitchFall() {
    let phrase = phraseStart..<segments.count
    let last = Float(max(1, phrase.count - 1))
    for index in phrase {
      guard case .syllable(let vowel, _) = segments[index].sound else { continue }
      let pitch = Self.pitchAtPhraseStart - Self.pitchFall * Float(index - phraseStart) / last
      segments[index].sound = .syllable(vowel, pitch: pitch)
    }
  }

  /// Rounds positions, not lengths, so that errors do not add up.
  private mutating func append(_ sound: Segment.Sound, units: Int) {
    let before = position(self.units)
    self.units += units
    append(sound, samples: position(self.units) - before)
  }

  private func position(_ units: Int) -> Int {
    Int((Double(units) * samplesPerUnit).rounded())
  }

  private mutating func append(_ sound: Segment.Sound, samples: Int) {
    segments.append(Segment(sound: sound, samples: samples))
    totalSamples += samples
  }
}
