public import LabTimeline

/// How long something takes: a distribution of durations that plans can write down.
///
/// A model is drawn from by a seeded stream and gives whole nanoseconds from 0 to `longest`. Every draw of a
/// model other than `gamma` takes the same number of values from the stream whatever its numbers are, so that
/// two plans that differ in a median alone are compared draw by draw.
public indirect enum LatencyModel: Hashable, Sendable {
  /// Always the same.
  case fixed(Duration)
  /// Anything between two bounds, equally likely.
  case uniform(min: Duration, max: Duration)
  /// The bell curve. A draw below 0 counts as 0, it is not drawn again: the mean shifts up a little instead.
  case normal(mean: Duration, standardDeviation: Duration)
  /// A long tail to the right; `sigma` is the standard deviation of the logarithm (0.5: p95 is 2.3 medians).
  case lognormal(median: Duration, sigma: Double)
  /// A tail that is lighter than the lognormal's; shape 1 is the exponential distribution.
  case gamma(shape: Double, mean: Duration)
  /// Measured values, drawn with replacement.
  case empirical([Duration])
  /// One of several models, for instance a usual one and a rare stall.
  case mixture([Share])
  /// Another model's draws, each changed: what was drawn before stays drawn, so that a change is exact draw
  /// by draw.
  case changed(LatencyModel, LatencyChange)

  /// One part of a mixture.
  public struct Share: Hashable, Sendable {
    /// How often the model is taken, relative to the other weights.
    public var weight: Double
    public var model: LatencyModel

    public init(weight: Double, model: LatencyModel) {
      self.weight = weight
      self.model = model
    }
  }

  /// The longest duration that a model gives: 24 hours. A draw beyond it is cut to it.
  public static let longest = Duration.seconds(86_400)
}
