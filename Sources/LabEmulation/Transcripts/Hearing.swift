import LabTimeline

/// Turns a stream of audio into words as they are completed: known recordings by their transcript, other
/// voices by a placeholder.
struct Hearing: Sendable {
  /// What a piece of audio brought.
  struct Noticed {
    var words: [HeardWord] = []
    var speechStarted = false
  }

  let sampleRate: Int
  private var spotter: UtteranceSpotter
  private var segmenter: EnergySegmenter
  private let registry: SoundRegistry
  private var active: [Active] = []
  /// Where the recordings heard last begin, so that each is heard once however many of its windows come by.
  private var begun: [Int] = []
  /// Where the last known recording ends; louder audio up to there is not an unknown voice.
  private var knownUntil = 0

  /// A recording that is being heard.
  private struct Active {
    let words: [HeardWord]
    var next = 0
  }

  init(transcripts: TranscriptIndex, sampleRate: Int) {
    self.sampleRate = sampleRate
    spotter = UtteranceSpotter(transcripts: transcripts, sampleRate: sampleRate)
    segmenter = EnergySegmenter(sampleRate: sampleRate)
    registry = transcripts.sounds
  }

  /// How many samples of the stream were heard.
  var position: Int { spotter.position }

  /// Somebody is in the middle of a word.
  var isInWord: Bool {
    active.contains { recording in
      recording.next < recording.words.count && recording.words[recording.next].start < position
    }
  }

  /// A recording that is being heard has words to come: a pause now is one within the utterance.
  var hasWordsToCome: Bool { !active.isEmpty }

  /// Hears the next piece: mono linear PCM, 16 bits little-endian.
  mutating func hear(_ bytes: [UInt8]) -> Noticed {
    var noticed = Noticed()
    var found: [(utterance: KnownUtterance, speechStart: Int)] = []
    spotter.hear(bytes) { found.append(($0, $1)) }
    registry.find(in: spotter.recent, sampleRate: sampleRate) {
      found.append(($0, $1 + $0.speech.lowerBound))
    }
    for (utterance, speechStart) in found { begin(utterance, speechAt: speechStart, into: &noticed) }
    completeWords(into: &noticed)
    let known = knownUntil
    segmenter.hear(spotter.recent.piece) { event in
      guard case .ended(let range) = event, range.lowerBound >= known else { return }
      noticed.words.append(
        HeardWord(text: EnergySegmenter.unrecognised, start: range.lowerBound, end: range.upperBound))
    }
    return noticed
  }

  private mutating func begin(
    _ utterance: KnownUtterance, speechAt speechStart: Int, into noticed: inout Noticed
  ) {
    guard !begun.contains(speechStart) else { return }
    begun = begun.suffix(7) + [speechStart]
    let shift = speechStart - utterance.speech.lowerBound
    let words = utterance.words.map {
      HeardWord(text: $0.text, start: $0.samples.lowerBound + shift, end: $0.samples.upperBound + shift)
    }
    active.append(Active(words: words))
    knownUntil = max(knownUntil, utterance.speech.upperBound + shift)
    noticed.speechStarted = true
  }

  /// Ends what an unknown voice is saying here, as far as it was heard; known recordings go on.
  mutating func settle() -> [HeardWord] {
    var words: [HeardWord] = []
    let known = knownUntil
    segmenter.finish { event in
      guard case .ended(let range) = event, range.lowerBound >= known else { return }
      words.append(
        HeardWord(text: EnergySegmenter.unrecognised, start: range.lowerBound, end: range.upperBound))
    }
    return words
  }

  private mutating func completeWords(into noticed: inout Noticed) {
    guard !active.isEmpty else { return }
    for index in active.indices {
      while active[index].next < active[index].words.count,
        active[index].words[active[index].next].end <= position
      {
        noticed.words.append(active[index].words[active[index].next])
        active[index].next += 1
      }
    }
    active.removeAll { $0.next == $0.words.count }
  }
}
