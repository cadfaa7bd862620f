/// How right a detector was over one recording, or over many taken together.
public struct DetectionScore: Sendable {
  /// Labelled frames of ten milliseconds, and those of them that are speech.
  public let frames: Int
  public let speechFrames: Int
  /// Frames called speech that are, that are not, and speech that was not called so.
  public let hits: Int
  public let falseAlarms: Int
  public let misses: Int
  /// Stretches called speech that touch no labelled speech.
  public let falseStretches: Int
  /// Labelled stretches of speech during which nothing was called speech.
  public let missedStretches: Int
  /// The curves over all thresholds.
  public let curve: RankCurve
  /// Delays of noticed starts; those never noticed are `onset.never`.
  public let onset: DelaySummary
  /// Delays of ends, negative where speech was let go too early.
  public let offset: DelaySummary
  /// Processor time per frame of ten milliseconds, in microseconds; nil when the detector does not say.
  public let microsecondsPerFrame: Double?

  /// The share of frames called speech that are; nil when none was called so.
  public var precision: Double? { ratio(hits, hits + falseAlarms) }
  /// The share of speech called so; nil without speech.
  public var recall: Double? { ratio(hits, speechFrames) }
  /// The harmonic mean of precision and recall; nil without speech.
  public var f1: Double? { speechFrames == 0 ? nil : ratio(2 * hits, 2 * hits + falseAlarms + misses) }
  /// The share of frames without speech called speech; nil without such frames.
  public var falseAlarmShare: Double? { ratio(falseAlarms, frames - speechFrames) }
  /// The mean of recall and of the share of silence called so; nil when one of them is missing.
  public var balancedAccuracy: Double? {
    guard let recall, let falseAlarmShare else { return nil }
    return (recall + 1 - falseAlarmShare) / 2
  }
  /// Stretches per minute of labelled sound.
  public var falseAlarmsPerMinute: Double? { ratio(6_000 * falseStretches, frames) }
  public var missesPerMinute: Double? { ratio(6_000 * missedStretches, frames) }

  private func ratio(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  /// Takes recordings together, each with the track of the same detector.
  ///
  /// Frames and edges are pooled: a long recording counts for more than a short one.
  public init(_ recordings: [(recording: LabelledRecording, track: DetectorTrack)], threshold: Float) {
    var scored: [(score: Float, isSpeech: Bool)] = []
    var (hits, falseAlarms, misses, falseStretches, missedStretches) = (0, 0, 0, 0, 0)
    var delays = EdgeDelays()
    for (recording, track) in recordings where !track.probabilities.isEmpty {
      let labels = recording.frameLabels()
      let scores = track.perFrame(count: labels.count)
      for (label, score) in zip(labels, scores) {
        guard let label else { continue }
        scored.append((score, label))
        if label, score >= threshold { hits += 1 }
        if !label, score >= threshold { falseAlarms += 1 }
        if label, score < threshold { misses += 1 }
      }
      let called = scores.map { $0 >= threshold }
      let spoken = labels.map { $0 == true }
      // A frame without a label may hold anything: a stretch that touches one is not counted against the
      // detector.
      falseStretches += Self.stretches(of: called, touching: labels.map { $0 != false })
      missedStretches += Self.stretches(of: spoken, touching: called)
      delays += EdgeDelays(track, threshold: threshold, labels: recording.labels)
    }
    frames = scored.count
    speechFrames = hits + misses
    (self.hits, self.falseAlarms, self.misses) = (hits, falseAlarms, misses)
    (self.falseStretches, self.missedStretches) = (falseStretches, missedStretches)
    curve = RankCurve(scored)
    onset = DelaySummary(seconds: delays.onsets, never: delays.missedOnsets)
    let offsets = delays.offsets.compactMap(\.self)
    offset = DelaySummary(seconds: offsets, never: delays.offsets.count - offsets.count)
    let times = recordings.map(\.track.processorSeconds)
    let total = recordings.reduce(0) { $0 + $1.track.probabilities.count * $1.track.blockSize / 160 }
    let isComplete = total > 0 && !times.contains(nil)
    microsecondsPerFrame = isComplete ? 1e6 * times.reduce(0) { $0 + ($1 ?? 0) } / Double(total) : nil
  }

  /// How many stretches of `marks` hold no frame of `others`.
  private static func stretches(of marks: [Bool], touching others: [Bool]) -> Int {
    var count = 0
    var index = 0
    while index < marks.count {
      guard marks[index] else {
        index += 1
        continue
      }
      let end = marks[index...].firstIndex(of: false) ?? marks.endIndex
      if !others[index..<end].contains(true) { count += 1 }
      index = end
    }
    return count
  }
}
