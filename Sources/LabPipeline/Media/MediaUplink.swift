import LabEmulation
import LabStatistics
import LabTimeline

/// The caller's voice on its way to the pipeline: turns what the caller's microphone captures into what the
/// pipeline gets at the same time, which is what was captured earlier.
struct MediaUplink: Sendable {
  private var stream: MediaStream
  private var captured: [Int16] = []
  private var out: [Int16] = []
  /// Ends of speech, as positions at the caller's mouth, that have not been heard yet.
  private var ends: [(utterance: Int, position: Int)] = []
  /// Frames made up since this was last asked.
  private(set) var concealed = 0

  /// The last sample of an utterance has come out.
  struct End: Sendable {
    let utterance: Int
    let at: LabInstant
  }

  init(_ profile: LegProfile, sampleRate: Int, generator: SeededGenerator) throws {
    stream = try MediaStream(profile, .up, sampleRate: sampleRate, generator: generator)
  }

  /// An utterance's last sample of speech stands before a position at the caller's mouth.
  mutating func watch(utterance: Int, ends position: Int) { ends.append((utterance, position)) }

  /// Takes the next captured samples and puts what is heard meanwhile in their place.
  mutating func pass(_ samples: inout [Int16]) -> [End] {
    var heardEnds: [End] = []
    captured += samples
    var used = 0
    while captured.count - used >= stream.frame {
      stream.say(Array(captured[used..<(used + stream.frame)]))
      used += stream.frame
    }
    captured.removeFirst(used)
    while out.count < samples.count {
      let at = stream.nextHeard
      let heard = stream.hear()
      out += heard.samples
      if heard.isConcealed { concealed += 1 }
      if let number = heard.number { heardEnds += endsHeard(upTo: number, in: at) }
    }
    samples = Array(out[..<samples.count])
    out.removeFirst(samples.count)
    return heardEnds
  }

  /// How many frames were made up since this was last asked.
  mutating func takeConcealed() -> Int {
    defer { concealed = 0 }
    return concealed
  }

  private mutating func endsHeard(upTo number: Int, in place: Int) -> [End] {
    let over = ends.filter { ($0.position - 1) / stream.frame <= number }
    ends.removeAll { ($0.position - 1) / stream.frame <= number }
    return over.map { end in
      let inside = min(stream.frame, max(0, end.position - number * stream.frame)) + stream.lookahead
      let after = SamplePosition.duration(ofSamples: inside, sampleRate: stream.sampleRate)
      return End(utterance: end.utterance, at: stream.begins(place) + after)
    }
  }
}
