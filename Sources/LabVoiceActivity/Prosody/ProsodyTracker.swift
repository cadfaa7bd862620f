/// Follows pitch and level of one voice, and says how a phrase ended; causal, 10 ms at a time.
///
/// The pitch is the lag of the highest normalised autocorrelation of 40 ms, 70 to 400 Hz, at 8 kHz; of lags
/// that are nearly as high the shortest counts, so that an octave below is not taken for the voice (compare
/// P. Boersma, "Accurate short-term analysis of the fundamental frequency", IFA Proceedings 17, 1993). Only
/// clearly periodic frames above −45 dBFS count as voiced. Pitch is given above the speaker's base line,
/// because only so are voices comparable: phrases that end a turn come down to the bottom of the speaker's
/// range, those that hold it end in its middle (J. Edlund, M. Heldner, "Exploring prosody in interaction
/// control", Phonetica 62, 2005). The base line is learnt from all that was said so far, turns before this
/// one included.
public struct ProsodyTracker: Sendable {
  /// One frame that is voiced.
  private struct Voiced: Sendable {
    /// The sample of the stream behind the frame.
    var end: Int64
    /// In natural logarithms of hertz.
    var pitch: Float
    var level: Float
  }

  private static let hertz = 8_000
  private static let hop = 80
  private static let frame = 320
  private static let lags = 20...114
  /// The correlation from which a frame is voiced, and the share of the highest that a shorter lag must
  /// reach.
  private static let voicedCorrelation: Float = 0.6
  private static let nearlyHighest: Float = 0.9
  private static let quietest: Float = -45
  /// Fewer voiced frames, 10 ms each, say nothing about how a phrase ends.
  private static let fewestFrames = 8
  /// The end of a phrase lies this far back at most, in milliseconds; the slope is taken over this.
  private static let reach: Int64 = 500
  private static let slopeSpan: Int64 = 150
  private static let lastFrames = 5
  /// The share of voiced frames below the base line, and how many frames of earlier turns are remembered: a
  /// minute.
  private static let belowBase: Float = 0.05
  private static let mostRemembered = 6_000

  private let step: Int
  private let sampleRate: Int
  private var pending: [Int16] = []
  private var window: [Float]
  private var correlations: [Float]
  private var heard: Int64 = 0
  private var newSamples = 0
  private var voiced: [Voiced] = []
  /// The pitches of the turns before, oldest first.
  private var remembered: [Float] = []

  /// Makes a tracker for one stream.
  public init(sampleRate: DetectorSampleRate) {
    self.sampleRate = sampleRate.rawValue
    step = sampleRate.rawValue / Self.hertz
    window = Array(repeating: 0, count: Self.frame)
    correlations = Array(repeating: 0, count: Self.lags.count)
  }

  /// Another turn begins: of what was said before, only the pitches are remembered.
  public mutating func beginTurn() {
    remembered += voiced.map(\.pitch)
    remembered.removeFirst(max(0, remembered.count - Self.mostRemembered))
    voiced.removeAll(keepingCapacity: true)
  }

  /// Hears the next samples of the stream.
  ///
  /// - Parameter isSpeech: Whether somebody speaks; otherwise nothing is measured, which costs nothing.
  public mutating func hear(_ samples: [Int16], isSpeech: Bool) {
    pending += samples
    var start = 0
    while pending.count - start >= step {
      var sum: Float = 0
      for index in start..<start + step { sum += Float(pending[index]) }
      start += step
      heard += Int64(step)
      append(sum / (Float(step) * 32_768))
      newSamples += 1
      if newSamples == Self.hop {
        newSamples = 0
        if isSpeech { measure() }
      }
    }
    pending.removeFirst(start)
  }

  /// How the phrase ended; nil when there was too little voiced sound to tell.
  ///
  /// - Parameter end: The sample at which speech ended; what came after it is left out.
  public func ending(before end: Int64) -> PhraseEnding? {
    let past = voiced.filter { $0.end <= end }
    let last = past.filter { $0.end > end - samples(Self.reach) }
    guard last.count >= Self.fewestFrames, let latest = last.last else { return nil }
    let base = Self.baseLine(remembered + past.map(\.pitch))
    let level = Self.median(past.map(\.level))
    let tail = last.suffix(Self.lastFrames)
    let slope = last.filter { $0.end > latest.end - samples(Self.slopeSpan) }
    return PhraseEnding(
      height: Self.semitones * (Self.median(tail.map(\.pitch)) - base),
      pitchSlope: Self.semitones * self.slope(of: slope),
      level: tail.reduce(0) { $0 + $1.level } / Float(tail.count) - level)
  }

  /// Semitones of a step by the factor e: 12 / ln 2.
  private static let semitones: Float = 17.312_34

  private func samples(_ milliseconds: Int64) -> Int64 { milliseconds * Int64(sampleRate) / 1000 }

  private mutating func append(_ sample: Float) {
    let slot = Int(heard / Int64(step) - 1) % Self.frame
    window[slot] = sample
  }

  /// Measures the frame that ends here; the window is a ring whose oldest sample stands behind the newest.
  private mutating func measure() {
    let first = Int(heard / Int64(step)) % Self.frame
    var frame = Array(window[first...] + window[..<first])
    let mean = frame.reduce(0, +) / Float(Self.frame)
    for index in frame.indices { frame[index] -= mean }
    let level = ReproducibleMath.decibels(max(Self.energy(frame, 0..<Self.frame) / Float(Self.frame), 1e-12))
    guard level > Self.quietest, let lag = pitchLag(of: frame) else { return }
    voiced.append(
      Voiced(end: heard, pitch: ReproducibleMath.log(Float(Self.hertz) / lag), level: level))
  }

  private mutating func pitchLag(of frame: [Float]) -> Float? {
    for (index, lag) in Self.lags.enumerated() {
      correlations[index] = Self.correlation(frame, lag: lag)
    }
    guard let highest = correlations.max(), highest > Self.voicedCorrelation else { return nil }
    let wanted = Self.nearlyHighest * highest
    for index in 1..<correlations.count - 1
    where correlations[index] >= wanted && correlations[index] >= correlations[index - 1]
      && correlations[index] >= correlations[index + 1]
    {
      return Float(Self.lags.lowerBound + index)
    }
    return correlations.firstIndex(of: highest).map { Float(Self.lags.lowerBound + $0) }
  }

  private static func correlation(_ frame: [Float], lag: Int) -> Float {
    let samples = frame.span
    let count = samples.count - lag
    var (product, before, after) = (Float(0), Float(0), Float(0))
    for index in 0..<count {
      let (a, b) = (samples[unchecked: index], samples[unchecked: index &+ lag])
      product += a * b
      before += a * a
      after += b * b
    }
    return product / ((before * after).squareRoot() + 1e-12)
  }

  private static func energy(_ frame: [Float], _ range: Range<Int>) -> Float {
    range.reduce(0) { $0 + frame[$1] * frame[$1] }
  }

  /// The pitch that few of at least one stay below.
  private static func baseLine(_ pitches: [Float]) -> Float {
    pitches.sorted()[Int(belowBase * Float(pitches.count - 1))]
  }

  private static func median(_ values: [Float]) -> Float {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The slope of the straight line through the frames' pitch, a second.
  private func slope(of frames: [Voiced]) -> Float {
    guard let first = frames.first, frames.count > 1 else { return 0 }
    let times = frames.map { Float($0.end - first.end) / Float(sampleRate) }
    let meanTime = times.reduce(0, +) / Float(times.count)
    let meanPitch = frames.reduce(0) { $0 + $1.pitch } / Float(frames.count)
    var (covariance, variance) = (Float(0), Float(0))
    for (time, frame) in zip(times, frames) {
      covariance += (time - meanTime) * (frame.pitch - meanPitch)
      variance += (time - meanTime) * (time - meanTime)
    }
    return variance > 0 ? covariance / variance : 0
  }
}
