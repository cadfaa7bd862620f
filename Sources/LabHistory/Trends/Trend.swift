public import LabRecord
public import LabTimeline

/// How a figure went from night to night, cell by cell.
public struct Trend: Hashable, Sendable {
  public var metric: LatencyMetric
  public var statistic: TrendStatistic
  /// One per cell and conditions; sorted by conditions, then in the order of the cells' names.
  public var series: [TrendSeries]
}

/// The nights of one cell under comparable conditions.
public struct TrendSeries: Hashable, Sendable {
  public var fingerprint: RunFingerprint
  public var cell: Cell
  /// The nights, oldest first.
  public var nights: [TrendNight]
  /// The nights from which on the figure was another, oldest first.
  public var changes: [TrendChange]
  /// How the last nights stand against each pinned baseline, by name.
  public var drifts: [BaselineDrift]
  /// The standard deviation between nights of the figure's logarithm, or of an error rate itself, when enough
  /// nights tell; changes apart.
  public var betweenRunDeviation: Double?
}

/// A figure of one night.
public struct TrendNight: Hashable, Sendable {
  /// The run's identity.
  public var run: String
  /// When the run began, ISO 8601 in UTC.
  public var startedAt: String
  public var plan: RecordHeader.PlanIdentity
  public var seed: UInt64
  /// `nil` when the night has no such figure.
  public var value: Double?
  /// How many turns the figure rests on.
  public var n: Int
  /// Whether the instrument trusted the run; one that it did not is shown and counts for nothing.
  public var isValid: Bool
}

/// From a night on, the figure was another.
public struct TrendChange: Hashable, Sendable {
  /// The place of that night in the series.
  public var index: Int
  /// The run of that night.
  public var run: String
  /// When it began.
  public var startedAt: String
  /// The median of the nights before, back to the change before this one.
  public var before: Double
  /// The median of the nights from this one to the next change.
  public var after: Double
  /// The change as a share of `before`; of an error rate, the difference.
  public var change: Double
  /// Whether the plan was edited between the night before and this one, which may be all there is to it.
  public var planWasEdited: Bool
}

/// The last nights against a pinned baseline: what slips in by steps too small for any night to show.
public struct BaselineDrift: Hashable, Sendable {
  /// The baseline's name.
  public var baseline: String
  /// The median of the baseline's runs.
  public var pinned: Double
  /// The median of the last nights.
  public var recent: Double
  /// How many nights that are, three at most.
  public var nights: Int
  /// The difference as a share of the baseline; of an error rate, the difference itself.
  public var change: Double
  /// Whether the difference is worth a warning: at least 2 % (of an error rate one point) and more than three
  /// standard deviations of what nights differ by anyway. Never, while the nights are too few to tell that.
  public var isBeyondNoise: Bool
}
