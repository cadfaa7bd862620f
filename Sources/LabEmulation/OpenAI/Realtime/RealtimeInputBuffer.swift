import LabStatistics
import LabTimeline

/// What a Realtime session hears: the words of the sound that was appended and not committed, and, when it
/// decides by itself, where somebody's turn begins and ends.
///
/// All times are milliseconds of sound appended in the session, not of any clock.
struct RealtimeInputBuffer {
  /// What the service's own detector notices.
  enum Notice: Hashable {
    case speechStarted(at: Int)
    case speechStopped(at: Int)
  }

  /// Sound that was handed over together.
  struct Take {
    var words: [HeardWord]
    var samples: Int
    var sampleRate: Int
    var milliseconds: Int { samples * 1000 / sampleRate }
  }

  private let transcripts: TranscriptIndex
  private let format: RealtimeFormat
  private let detection: RealtimeDetection
  private var hearing: Hearing
  private var segmenter: EnergySegmenter
  /// Milliseconds of the session before this buffer.
  private let base: Int
  private var words: [HeardWord] = []
  private var takenUntil = 0
  /// Where the turn that is under way begins, in samples.
  private var began: Int?
  /// Where somebody fell silent who does not seem to have finished, in samples.
  private var pausedAt: Int?

  /// - Parameter base: Milliseconds of the session that others heard.
  init(transcripts: TranscriptIndex, format: RealtimeFormat, detection: RealtimeDetection, base: Int) {
    self.transcripts = transcripts
    self.format = format
    self.detection = detection
    self.base = base
    hearing = Hearing(transcripts: transcripts, sampleRate: format.sampleRate)
    switch detection {
    case .server(let server):
      // The middle of the scale is the level at which all emulated services hear a voice.
      segmenter = EnergySegmenter(
        sampleRate: format.sampleRate, threshold: -60 + 40 * server.threshold,
        hangover: .milliseconds(server.silence))
    case .semantic, .off: segmenter = EnergySegmenter(sampleRate: format.sampleRate)
    }
  }

  /// The milliseconds of the session that were heard.
  var clock: Int { milliseconds(hearing.position) }

  /// How much waits to be committed.
  var waitingMilliseconds: Int { (hearing.position - takenUntil) * 1000 / format.sampleRate }

  /// The words that came since they were last looked at by a model that writes along.
  private(set) var news: [HeardWord] = []

  /// Hears sound in the session's format.
  mutating func hear(_ bytes: [UInt8]) -> [Notice] {
    let samples = format.decoded(bytes)
    var notices: [Notice] = []
    // In steps of 20 ms, so that what is noticed does not depend on how much a client sends at once.
    let step = 2 * format.sampleRate / 50
    for start in stride(from: 0, to: samples.count, by: step) {
      hear(Array(samples[start..<min(samples.count, start + step)]), into: &notices)
    }
    return notices
  }

  private mutating func hear(_ samples: [UInt8], into notices: inout [Notice]) {
    let heard = hearing.hear(samples).words
    words += heard
    news += heard
    guard detection != .off else { return }
    var events: [EnergySegmenter.Event] = []
    segmenter.hear(samples) { events.append($0) }
    for event in events { note(event, into: &notices) }
    endPause(into: &notices)
  }

  /// Takes everything that waits, or what belongs to the turn that has just ended.
  mutating func take() -> Take {
    words += hearing.settle()
    let start = began.map { max(takenUntil, $0 - prefix) } ?? takenUntil
    let take = Take(words: words, samples: hearing.position - start, sampleRate: format.sampleRate)
    drop()
    return take
  }

  /// Forgets everything that waits.
  mutating func drop() {
    words = []
    news = []
    takenUntil = hearing.position
    began = nil
    pausedAt = nil
  }

  mutating func takeNews() -> [HeardWord] {
    defer { news = [] }
    return news
  }

  private var prefix: Int { detection.prefixPadding * format.sampleRate / 1000 }

  private func milliseconds(_ position: Int) -> Int { base + position * 1000 / format.sampleRate }

  private mutating func note(_ event: EnergySegmenter.Event, into notices: inout [Notice]) {
    switch (event, detection) {
    case (.began(let start), _):
      pausedAt = nil
      guard began == nil else { return }
      began = start
      notices.append(.speechStarted(at: max(base, milliseconds(start - prefix))))
    case (.ended, .server): stop(into: &notices)
    case (.ended(let range), _):
      // Whoever has words left has not finished; the index knows it as a model would guess it from the
      // sentence.
      if hearing.hasWordsToCome { pausedAt = range.upperBound } else { stop(into: &notices) }
    }
  }

  private mutating func endPause(into notices: inout [Notice]) {
    guard case .semantic(let semantic) = detection, let pausedAt else { return }
    let wait = semantic.longestWait * format.sampleRate / 1000
    if hearing.position - pausedAt >= wait { stop(into: &notices) }
  }

  private mutating func stop(into notices: inout [Notice]) {
    guard began != nil else { return }
    pausedAt = nil
    notices.append(.speechStopped(at: clock))
  }
}
