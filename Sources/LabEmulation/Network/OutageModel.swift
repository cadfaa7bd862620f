public import LabStatistics
public import LabTimeline

/// When nothing gets through a leg: tunnels, cells being changed, satellites being changed.
///
/// What is sent in the meantime is lost, in both directions; TCP sends it again, which makes the interruption
/// longer than the outage.
public struct OutageModel: Hashable, Sendable {
  /// At fixed times of the conversation.
  public var scheduled: [Outage]
  /// One after another at fixed distances; `nil` when there are none.
  public var periodic: Periodic?
  /// At random times; `nil` when there are none.
  public var random: Random?

  public init(scheduled: [Outage] = [], periodic: Periodic? = nil, random: Random? = nil) {
    self.scheduled = scheduled
    self.periodic = periodic
    self.random = random
  }

  /// Whether there is never one.
  public var isEmpty: Bool { scheduled.isEmpty && periodic == nil && random == nil }

  /// An outage at a fixed time.
  public struct Outage: Hashable, Sendable {
    /// Since the beginning of the conversation.
    public var at: Duration
    public var duration: Duration

    public init(at: Duration, duration: Duration) {
      self.at = at
      self.duration = duration
    }
  }

  /// Outages of one length at one distance. Where in the first distance they begin is drawn.
  public struct Periodic: Hashable, Sendable {
    public var every: Duration
    public var duration: Duration

    public init(every: Duration, duration: Duration) {
      self.every = every
      self.duration = duration
    }
  }

  /// Outages at random: the time between the end of one and the beginning of the next is exponential.
  public struct Random: Hashable, Sendable {
    /// The mean time between two.
    public var every: Duration
    public var duration: LatencyModel

    public init(every: Duration, duration: LatencyModel) {
      self.every = every
      self.duration = duration
    }
  }
}

/// The outages of one leg of one conversation, drawn as time goes on.
///
/// Drawn from a stream of their own, so that they strike all connections of the leg alike.
public struct OutageSchedule: Sendable {
  private let model: OutageModel
  private let phase: Duration
  private var generator: SeededGenerator
  /// The random outages so far, in order; the last one lies ahead.
  private var drawn: [Range<LabInstant>] = []
  /// How many have begun.
  public private(set) var count = 0
  private var counted: LabInstant?

  public init(_ model: OutageModel, generator: SeededGenerator) {
    self.model = model
    var generator = generator
    phase = model.periodic.map { Self.scaled($0.every, by: generator.unit()) } ?? .zero
    self.generator = generator
  }

  /// The end of the outage that an instant lies in; `nil` when packets get through.
  ///
  /// Instants may go back a little: connections of one leg are asked about one after another.
  public mutating func end(at now: LabInstant) -> LabInstant? {
    guard !model.isEmpty else { return nil }
    let fixed = model.scheduled.compactMap { outage -> Range<LabInstant>? in
      let start = LabInstant.origin + outage.at
      return start..<(start + outage.duration)
    }
    let found = (fixed + [period(around: now)].compactMap { $0 } + drawnOutages(upTo: now)).filter {
      $0.contains(now)
    }
    guard let outage = found.max(by: { $0.upperBound < $1.upperBound }) else { return nil }
    if counted.map({ outage.lowerBound > $0 }) ?? true {
      counted = outage.lowerBound
      count += 1
    }
    return outage.upperBound
  }

  private func period(around now: LabInstant) -> Range<LabInstant>? {
    guard let periodic = model.periodic, periodic.every > .zero else { return nil }
    let since = (now - .origin - phase).nanoseconds
    guard since >= 0 else { return nil }
    let start = LabInstant.origin + phase + .nanoseconds(since - since % periodic.every.nanoseconds)
    return start..<(start + periodic.duration)
  }

  private mutating func drawnOutages(upTo now: LabInstant) -> [Range<LabInstant>] {
    guard let random = model.random else { return [] }
    while drawn.last.map({ $0.lowerBound <= now }) ?? true {
      let gap = Duration.nanoseconds(Int64(generator.exponential(mean: random.every.inNanoseconds)))
      let start = (drawn.last?.upperBound ?? .origin) + gap
      drawn.append(start..<(start + random.duration.draw(using: &generator)))
    }
    // Nobody asks about what is long past.
    if drawn.count > 16 { drawn.removeFirst(8) }
    return drawn
  }

  private static func scaled(_ duration: Duration, by factor: Double) -> Duration {
    .nanoseconds(Int64(duration.inNanoseconds * factor))
  }
}
