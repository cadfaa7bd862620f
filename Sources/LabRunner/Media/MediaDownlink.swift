import LabEmulation
import LabStatistics
import LabTimeline

/// The agent's voice on its way to the caller's ear.
///
/// What the sink will play is known as soon as it has its place in time, so that it is sent ahead: what is heard of it is
/// then known too, up to the last frame that was said.
struct MediaDownlink: Sendable {
  private var stream: MediaStream
  private var pending: [Int16] = []
  private var onset: AudibleOnset
  /// The frame of what is heard that the search for the onset began in.
  private var searchBegan: Int?
  /// How long after being played something was last heard.
  private(set) var delay = Duration.zero
  private(set) var concealed = 0

  init(_ profile: LegProfile, sampleRate: Int, generator: SeededGenerator) throws {
    stream = try MediaStream(profile, .down, sampleRate: sampleRate, generator: generator)
    onset = AudibleOnset(sampleRate: sampleRate)
  }

  /// A reply begins: its first audible sample is looked for.
  mutating func prepare() {
    onset = AudibleOnset(sampleRate: stream.sampleRate)
    searchBegan = nil
    pending = []
  }

  /// When the first audible sample of the reply is heard, once enough was said.
  var audible: LabInstant? {
    guard let position = onset.position, let begun = searchBegan else { return nil }
    return stream.begins(begun) + SamplePosition.duration(ofSamples: position, sampleRate: stream.sampleRate)
  }

  /// The sink plays samples from an instant on.
  mutating func play(_ samples: [Int16], from start: LabInstant) {
    let position = SamplePosition.samples(in: start - .origin, sampleRate: stream.sampleRate)
    let known = stream.nextSaid * stream.frame + pending.count
    if position > known { silence(position - known) }
    pending += samples
    say()
  }

  /// The reply is complete: what is left of a frame is filled up, and silence follows until all of it is heard.
  mutating func finish() {
    let frames = 2 + Int(delay.nanoseconds / JitterBuffer.packet.nanoseconds)
    silence(frames * stream.frame)
  }

  private mutating func silence(_ count: Int) {
    pending += [Int16](repeating: 0, count: count)
    say()
  }

  private mutating func say() {
    var used = 0
    while pending.count - used >= stream.frame {
      let samples = Array(pending[used..<(used + stream.frame)])
      used += stream.frame
      stream.say(samples)
      while stream.nextHeard < stream.nextSaid { hear(isReply: samples.contains { $0 != 0 }) }
    }
    pending.removeFirst(used)
  }

  private mutating func hear(isReply: Bool) {
    let place = stream.nextHeard
    let heard = stream.hear()
    if heard.isConcealed { concealed += 1 }
    if let number = heard.number { delay = stream.begins(place) - stream.begins(number) }
    if searchBegan == nil, isReply { searchBegan = place }
    guard searchBegan != nil, onset.position == nil else { return }
    onset.hear(heard.samples)
  }

  mutating func takeConcealed() -> Int {
    defer { concealed = 0 }
    return concealed
  }
}
