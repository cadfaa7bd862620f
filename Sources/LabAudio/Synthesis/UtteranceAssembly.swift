import LabTimeline

/// An utterance put together from spoken phrases and exact silences, with labels that are true by
/// construction.
struct UtteranceAssembly {
  private(set) var clip: AudioClip
  private(set) var pauses: [Range<Int>] = []
  private(set) var words: [SpokenWord] = []
  private let leadIn: Int

  init(leadIn: Int, at rate: SampleRate) {
    self.leadIn = leadIn
    clip = .silence(count: leadIn, at: rate)
  }

  /// From the end of the lead-in to the end of what was added last.
  var speech: Range<Int> { leadIn..<clip.samples.count }

  /// Adds a spoken phrase that begins and ends with speech.
  ///
  /// Pauses that the engine makes in it are labelled as well. Its words are spread over it by their number
  /// of letters, which is only near the truth.
  mutating func append(_ phrase: AudioClip, text: String) {
    let start = clip.samples.count
    clip.append(phrase)
    pauses += phrase.speechPauses().map { start + $0.lowerBound..<start + $0.upperBound }
    let spoken = text.split(whereSeparator: \.isWhitespace)
      .map { word in word.filter { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "-" } }
      .filter { $0.contains { $0.isLetter || $0.isNumber } }
    let letters = spoken.reduce(0) { $0 + $1.count }
    var before = 0
    for word in spoken {
      let from = start + phrase.samples.count * before / letters
      before += word.count
      let to = start + phrase.samples.count * before / letters
      words.append(.init(text: word, samples: from..<to))
    }
  }

  /// Adds a sound other than speech.
  mutating func append(_ sound: AudioClip) { clip.append(sound) }

  /// Adds a silence inside the utterance.
  mutating func appendPause(count: Int) {
    pauses.append(clip.samples.count..<clip.samples.count + count)
    clip.appendSilence(count: count)
  }

  /// Returns the sound with the silence behind it.
  func clip(leadOut: Int) -> AudioClip {
    var whole = clip
    whole.appendSilence(count: leadOut)
    return whole
  }
}
