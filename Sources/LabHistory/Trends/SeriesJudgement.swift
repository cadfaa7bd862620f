import LabRecord
import LabStatistics
import LabTimeline

/// What the nights of a series tell together: where it changed, and how much nights differ anyway.
struct SeriesJudgement {
  /// The places, among all nights of the series, of the first night after each change.
  var changes: [Int]
  /// See ``TrendSeries/betweenRunDeviation``.
  var deviation: Double?

  /// Judges a series.
  ///
  /// - Parameter remembered: The runs of the changes, when they were found before for the very same nights.
  init(
    _ nights: [TrendNight], of key: SeriesKey, statistic: TrendStatistic, remembered: Set<String>? = nil
  ) {
    let counted = Self.counted(nights, statistic: statistic)
    let values = counted.map(\.value)
    let places =
      remembered.map { runs in values.indices.filter { runs.contains(nights[counted[$0].index].run) } }
      ?? Self.finder(for: nights, of: key, statistic: statistic).find(in: values)
    changes = places.map { counted[$0].index }
    let bounds = [0] + places + [values.count]
    deviation = BetweenRunDeviation.of(zip(bounds, bounds.dropFirst()).map { Array(values[$0..<$1]) })
  }

  /// The nights that count, with the value by which they are judged: the logarithm of what can have one.
  static func counted(_ nights: [TrendNight], statistic: TrendStatistic) -> [(index: Int, value: Double)] {
    nights.enumerated().compactMap { index, night in
      guard night.isValid, let value = night.value else { return nil }
      guard statistic.isRelative else { return (index, value) }
      return value > 0 ? (index, PortableMath.log(value)) : nil
    }
  }

  private static func finder(
    for nights: [TrendNight], of key: SeriesKey, statistic: TrendStatistic
  ) -> ChangeFinder {
    let smallest = statistic.smallestChange
    return ChangeFinder(
      generator: SeededGenerator(seed: 0).derived(name: key.text),
      smallestShift: statistic.isRelative ? PortableMath.log1p(smallest) : smallest,
      isExact: key.fingerprint.isVirtual && Set(nights.map(\.seed)).count == 1)
  }
}

/// What tells a series apart.
struct SeriesKey: Hashable {
  var fingerprint: RunFingerprint
  var cell: Cell

  /// Stable text, from which the series' random numbers come.
  var text: String {
    fingerprint.text + "\u{1F}" + Cell.axes.map { $0.value(cell) }.joined(separator: "\u{1F}")
  }
}
