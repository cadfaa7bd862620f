import LabTimeline

/// Reads a whole recording, or a piece cut from the middle of one, as words: known recordings by their
/// transcript, other voices by a placeholder.
///
/// Unlike `Hearing`, which has to know a recording by its beginning, it knows any stretch of at least a
/// quarter of a second of one, because it has the whole sound before it answers.
struct ClipReader {
  private let transcripts: TranscriptIndex
  private let sampleRate: Int

  init(transcripts: TranscriptIndex, sampleRate: Int) {
    self.transcripts = transcripts
    self.sampleRate = sampleRate
  }

  /// A recording that was found.
  private struct Found {
    let utterance: KnownUtterance
    /// Where the recording begins in the clip; below zero when the clip begins later.
    let start: Int
  }

  /// A known recording that was found.
  private struct Place: Hashable {
    let utterance: Int
    let start: Int
  }

  /// The words of a clip in order, with their places in it. A word that is cut off by an end of the clip
  /// counts when more than half of it is there.
  func words(in samples: [Int16]) -> [HeardWord] {
    var words: [HeardWord] = []
    var known: [Range<Int>] = []
    for found in recordings(in: samples) {
      let utterance = found.utterance
      let speech = shifted(utterance.speech, by: found.start).clamped(to: 0..<samples.count)
      guard !known.contains(where: { $0.overlaps(speech) }) else { continue }
      known.append(speech)
      for word in utterance.words {
        let place = shifted(word.samples, by: found.start)
        let heard = place.clamped(to: 0..<samples.count)
        guard 2 * heard.count > place.count || (place.isEmpty && speech.contains(place.lowerBound)) else {
          continue
        }
        words.append(HeardWord(text: word.text, start: heard.lowerBound, end: heard.upperBound))
      }
    }
    for range in loudStretches(of: samples) where !known.contains(where: { $0.overlaps(range) }) {
      words.append(
        HeardWord(text: EnergySegmenter.unrecognised, start: range.lowerBound, end: range.upperBound))
    }
    return words.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }

  private func shifted(_ range: Range<Int>, by offset: Int) -> Range<Int> {
    range.lowerBound + offset..<range.upperBound + offset
  }

  /// What was found, that with the most windows first: a sound that two recordings share belongs to the one
  /// of which more is there.
  private func recordings(in samples: [Int16]) -> [Found] {
    var recent = RecentSamples()
    recent.take(samples)
    var scan = WindowScan()
    var counts: [Place: Int] = [:]
    scan.hear(
      recent, index: transcripts.clipIndex(sampleRate: sampleRate), utterances: transcripts.utterances
    ) {
      counts[Place(utterance: $0, start: $1), default: 0] += 1
    }
    var sent: [Found] = []
    transcripts.sounds.find(in: recent, sampleRate: sampleRate) { utterance, start in
      guard !sent.contains(where: { $0.start == start }) else { return }
      sent.append(Found(utterance: utterance, start: start))
    }
    let known = counts.sorted {
      (-$0.value, $0.key.start, $0.key.utterance) < (-$1.value, $1.key.start, $1.key.utterance)
    }
    return known.map { Found(utterance: transcripts.utterances[$0.key.utterance], start: $0.key.start) }
      + sent
  }

  private func loudStretches(of samples: [Int16]) -> [Range<Int>] {
    var segmenter = EnergySegmenter(sampleRate: sampleRate)
    var stretches: [Range<Int>] = []
    func note(_ event: EnergySegmenter.Event) {
      if case .ended(let range) = event { stretches.append(range) }
    }
    segmenter.hear(samples[...], noticed: note)
    segmenter.finish(noticed: note)
    return stretches
  }
}
