/// What the detector knows about a frame, as numbers for the network that judges it.
///
/// Each is a smoothed statistic of the level-relative spectrum, so that none changes with the recording's
/// gain; after them comes how much some of them changed since some frames ago, which tells an edge of speech
/// from its middle.
public struct Evidence: Sendable, Hashable {
  /// The names of the statistics of the frame itself.
  static let statistics = [
    "recipe", "ratio", "ratio_fast", "ratio_wide", "movement_2", "movement_5", "movement_10", "movement_fast",
    "voicing", "voicing_fast", "voicing_slow", "band_1", "band_2", "band_3", "band_4", "band_5", "fall",
    "swing",
    "above_minimum", "rise", "level", "tilt", "pitch_jump", "steadiness", "steadiness_slow",
    "lift", "range",
  ]

  /// The place of how strongly the frame is voiced, as a logarithm, before it is held.
  static let voicingFast = 9

  /// The place of how far the loudness is from its highest of late.
  static let fall = 16

  /// The place of how far the recipe's verdict stands above its lowest of the last third of a second.
  static let lift = statistics.count - 2

  /// The place of the range of loudness.
  static let range = statistics.count - 1

  /// The places of the statistics whose changes are evidence too.
  static let changing = [
    "recipe", "ratio_fast", "movement_2", "movement_fast", "voicing", "voicing_fast", "band_1", "band_3",
    "band_5",
    "fall", "tilt",
  ].compactMap(statistics.firstIndex)

  /// How many frames ago the changes are counted from.
  static let lags = [5, 15]

  /// The names of the values, in order, as they stand in tables and in the training script.
  public static let names =
    statistics + lags.flatMap { lag in changing.map { "\(statistics[$0])_since_\(lag)" } }

  /// The values of the frame heard last, in the order of ``names``.
  public internal(set) var values = [Float](repeating: 0, count: names.count)
}
