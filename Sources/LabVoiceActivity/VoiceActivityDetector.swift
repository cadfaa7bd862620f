/// A streaming judge of whether a mono signal is speech, one verdict per hop of ten milliseconds.
///
/// A detector is a value: a copy goes on from the same state and gives the same verdicts. It is causal,
/// it allocates nothing per hop, and how the stream is cut into buffers changes none of its frames.
public protocol VoiceActivityDetector: Sendable {
  /// The rate of the samples it expects.
  var sampleRate: DetectorSampleRate { get }

  /// Hears the next samples of the stream and calls `emit` once for each hop that they complete.
  ///
  /// - Parameters:
  ///   - samples: Mono samples, any number of them, none included.
  ///   - emit: Called in order, before this returns.
  mutating func process(_ samples: Span<Int16>, emit: (VoiceFrame) -> Void)

  /// Why it can no longer judge; nil while all is well, and always for a detector that cannot fail.
  var failure: VoiceActivityError? { get }

  /// Forgets everything heard, so that the next sample is the first of a new stream.
  mutating func reset()
}

extension VoiceActivityDetector {
  public var failure: VoiceActivityError? { nil }

  /// Hears the next samples of the stream and returns the frames that they complete.
  ///
  /// Convenient where speed does not matter: it allocates the array that it returns.
  public mutating func frames(of samples: some Collection<Int16>) -> [VoiceFrame] {
    var frames: [VoiceFrame] = []
    let samples = ContiguousArray(samples)
    process(samples.span) { frames.append($0) }
    return frames
  }
}
