import LabEmulation
import LabStatistics
import LabTimeline

/// The agent's voice on its way to the caller's ear.
struct MediaDownlink: Sendable {
  private var stream: MediaStream
  /// What the sink plays and what has not been said yet, by the position of its first sample.
  private var playing: [(position: Int, samples: [Int16])] = []
  private var onset: AudibleOnset
  /// The frame of what is heard that the search for the onset began in.
  private var searchBegan: Int?
  /// How long after being played something was last heard.
  private(set) var delay = Duration.zero
  private var concealed = 0

  init(_ profile: LegProfile, sampleRate: Int, generator: SeededGenerator) throws {
    stream = try MediaStream(profile, .down, sampleRate: sampleRate, generator: generator)
    onset = AudibleOnset(sampleRate: sampleRate)
  }

  /// A reply begins: its first audible sample is looked for.
  mutating func prepare() {
    onset = AudibleOnset(sampleRate: stream.sampleRate)
    searchBegan = nil
    playing = []
  }

  /// When the first audible sample of the reply is heard, once enough of it was.
  var audible: LabInstant? {
    guard let position = onset.position, let begun = searchBegan else { return nil }
    return stream.begins(begun)
      + SamplePosition.duration(ofSamples: position, sampleRate: stream.sampleRate)
  }

  /// When the next 20 ms are over and can be sent.
  var due: LabInstant { JitterBuffer.sent(stream.nextSaid) }

  /// The sink plays samples from an instant on, unless it is cleared before.
  mutating func play(_ samples: [Int16], from start: LabInstant) {
    playing.append(
      (SamplePosition.samples(in: start - .origin, sampleRate: stream.sampleRate), samples))
  }

  /// The sink falls silent.
  mutating func clear(at now: LabInstant) {
    advance(to: now)
    playing = []
  }

  /// Says and hears everything up to an instant.
  mutating func advance(to now: LabInstant) {
    while due <= now {
      let begins = stream.nextSaid * stream.frame
      var frame = [Int16](repeating: 0, count: stream.frame)
      var isReply = false
      for (position, samples) in playing {
        let from = max(begins, position)
        let to = min(begins + frame.count, position + samples.count)
        guard from < to else { continue }
        isReply = true
        frame.replaceSubrange(
          (from - begins)..<(to - begins), with: samples[(from - position)..<(to - position)])
      }
      playing.removeAll { $0.position + $0.samples.count <= begins + frame.count }
      stream.say(frame)
      if isReply, searchBegan == nil { searchBegan = stream.nextHeard }
      while stream.nextHeard < stream.nextSaid { hear() }
    }
  }

  private mutating func hear() {
    let place = stream.nextHeard
    let heard = stream.hear()
    if heard.isConcealed { concealed += 1 }
    if let number = heard.number { delay = stream.begins(place) - stream.begins(number) }
    guard searchBegan != nil, onset.position == nil else { return }
    onset.hear(heard.samples)
  }

  /// How many frames were made up since this was last asked.
  mutating func takeConcealed() -> Int {
    defer { concealed = 0 }
    return concealed
  }
}
