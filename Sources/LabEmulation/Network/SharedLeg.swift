public import LabStatistics
import LabTimeline

/// What all connections of one leg share: its outages, and the queues in front of its slowest links.
public struct SharedLeg: Sendable {
  public let profile: LegProfile
  var outages: OutageSchedule
  private var queues: [LinkQueue]

  public init(_ profile: LegProfile, generator: SeededGenerator) {
    self.profile = profile
    outages = OutageSchedule(profile.outages, generator: generator)
    queues = [profile.up, profile.down].map { LinkQueue($0.bottleneck) }
  }

  /// How many outages were met so far.
  public var outageCount: Int { outages.count }

  /// When a packet that is sent now has left the slowest link; `nil` when it is lost there, or in an outage.
  mutating func leave(bytes: Int, _ direction: LegDirection, at now: LabInstant) -> LabInstant? {
    if outages.end(at: now) != nil { return nil }
    return queues[direction.rawValue].leave(bytes: bytes, at: now)
  }
}

/// The queue in front of a slow link.
struct LinkQueue: Sendable {
  private let link: PathProfile.Bottleneck?
  private var free = LabInstant.origin

  init(_ link: PathProfile.Bottleneck?) {
    self.link = link
  }

  mutating func leave(bytes: Int, at now: LabInstant) -> LabInstant? {
    guard let link else { return now }
    let start = max(now, free)
    if let buffer = link.buffer {
      let waiting = ((start - now).inNanoseconds * 1e-9 * link.bitsPerSecond / 8).rounded()
      guard waiting + Double(bytes) <= Double(buffer) else { return nil }
    }
    free = start + .nanoseconds(Int64((Double(bytes) * 8 / link.bitsPerSecond * 1e9).rounded()))
    return free
  }
}
