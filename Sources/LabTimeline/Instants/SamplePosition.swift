/// The arithmetic between sample counts and instants, in one place so that it rounds in one way.
public enum SamplePosition {
  /// How long `samples` last at `sampleRate` Hz, rounded down to the nanosecond.
  ///
  /// Exact at 16, 32, 40 and 64 kHz; elsewhere the error is below one nanosecond and does not add up, because
  /// positions are always converted from the start of the stream.
  @inlinable
  public static func duration(ofSamples samples: Int, sampleRate: Int) -> Duration {
    .nanoseconds(nanoseconds(ofSamples: samples, sampleRate: sampleRate))
  }

  /// The same in nanoseconds, without the way through a `Duration`, which is dear where it is gone for every
  /// sample.
  @inlinable
  public static func nanoseconds(ofSamples samples: Int, sampleRate: Int) -> Int64 {
    let (seconds, rest) = samples.quotientAndRemainder(dividingBy: sampleRate)
    return Int64(seconds) * 1_000_000_000 + Int64(rest) * 1_000_000_000 / Int64(sampleRate)
  }

  /// How many whole samples at `sampleRate` Hz have ended after `duration`.
  @inlinable
  public static func samples(in duration: Duration, sampleRate: Int) -> Int {
    let nanoseconds = duration.nanoseconds
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return Int(seconds) * sampleRate + Int(rest * Int64(sampleRate) / 1_000_000_000)
  }
}
