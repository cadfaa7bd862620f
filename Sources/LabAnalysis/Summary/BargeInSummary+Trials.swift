import LabRecord
import LabStatistics
import LabTimeline

extension BargeInSummary {
  /// A reply that ends by itself this soon after an interruption was over before it could be stopped.
  static let overWithin = Duration.milliseconds(400)

  /// Summarises the trials of conversations; nil when none was recorded.
  ///
  /// - Parameter generator: draws the conversations of the intervals' resamples; nil asks for no intervals of
  ///   delays.
  init?(of conversations: [[MeasuredTurn]], generator: SeededGenerator?) {
    let trials = conversations.map { $0.flatMap(\.interruptionTrials) }
    guard trials.contains(where: { !$0.isEmpty }) else { return nil }
    classes = InterruptionTrial.Kind.allCases.compactMap { kind in
      let own = trials.map { $0.filter { $0.kind == kind } }
      guard own.contains(where: { !$0.isEmpty }) else { return nil }
      return ClassSummary(kind, own, generator: generator?.derived(name: kind.rawValue))
    }
    // A reply that nothing is heard over, its own voice included, says nothing about what the agent stops
    // for.
    let wrong = classes.filter { $0.kind != .sound(.speech) && $0.kind != .nothing }.map(\.floor)
    others = Share(
      yields: wrong.reduce(0) { $0 + $1.yields }, of: wrong.reduce(0) { $0 + $1.n })
  }
}

extension BargeInSummary.Share {
  init(yields: Int, of n: Int) {
    self.init(
      n: n, yields: yields, share: n == 0 ? nil : Double(yields) / Double(n),
      interval: WilsonInterval.interval95(yields, of: n).map { [$0.lower, $0.upper] })
  }
}

extension BargeInSummary.ClassSummary {
  init(
    _ kind: InterruptionTrial.Kind, _ conversations: [[InterruptionTrial]], generator: SeededGenerator?
  ) {
    let all = conversations.flatMap(\.self)
    let over = all.count { kind == .sound(.speech) && $0.wasOver }
    let yields = all.count { $0.yielded != nil }
    let resumed = all.flatMap(\.holds).compactMap { hold in
      hold.until.map { ($0 - hold.from).milliseconds }
    }
    func delay(_ name: String, _ end: (InterruptionTrial) -> LabInstant?) -> BargeInSummary.Delay {
      BargeInSummary.Delay(
        conversations.map { $0.compactMap { trial in end(trial).map { ($0 - trial.onset).milliseconds } } },
        generator: generator?.derived(name: name))
    }
    self.init(
      kind: kind, floor: .init(yields: yields, of: all.count - over), over: over,
      stop: delay("stop", \.silent), decision: delay("decision", \.yielded),
      holds: all.reduce(0) { $0 + $1.holds.count }, resumed: resumed.count,
      meanHold: resumed.isEmpty ? nil : resumed.reduce(0, +) / Double(resumed.count),
      longestHold: resumed.max(), wordsLost: all.reduce(0) { $0 + $1.wordsLost })
  }
}

extension BargeInSummary.Delay {
  init(_ clusters: [[Double]], generator: SeededGenerator?) {
    let sample = Sample(clusters.joined())
    self.init(n: sample.count, p50: sample.quantile(0.5), p95: sample.quantile(0.95), max: sample.maximum)
    guard let generator else { return }
    let intervals = ClusterBootstrap(generator: generator, resamples: 1000)
      .intervals(of: [.p50, .p95], in: clusters).map { $0.map { [$0.lower, $0.upper] } }
    p50Interval = intervals[0]
    p95Interval = intervals[1]
  }
}

extension InterruptionTrial {
  /// The reply ended by itself before anybody could have stopped it.
  fileprivate var wasOver: Bool {
    guard yielded == nil, let finished else { return false }
    return finished - onset < BargeInSummary.overWithin
  }
}
