/// A small power added to every bin, a fixed share of the loudest level heard of late.
///
/// It makes the detector deaf to how loud the whole recording is, and keeps digital silence from making the
/// noise estimate, and with it every ratio, collapse.
struct RelativeFloor: Sendable {
  private let parameters: SpectralDetector.Parameters.Floor
  /// The level of late.
  private(set) var level: Float

  init(_ parameters: SpectralDetector.Parameters.Floor) {
    self.parameters = parameters
    level = parameters.startLevel
  }

  /// Follows the mean power of a frame and returns the power to add to each of its bins.
  mutating func update(meanPower: Float) -> Float {
    if meanPower > level {
      level += parameters.rise * (meanPower - level)
    } else {
      level *= parameters.decay
    }
    level = max(level, parameters.minimumLevel)
    return parameters.share * level
  }
}
