public import LabStatistics
public import LabTimeline

/// One direction of one connection: draws what happens to its packets.
public struct PacketPath: Sendable {
  public let direction: LegDirection
  private let profile: PathProfile
  private var lossDraws: SeededGenerator
  private var jitterDraws: SeededGenerator
  private var orderDraws: SeededGenerator
  private var isBad = false
  private var normal: Double?
  private var lastArrival = LabInstant.origin

  /// - Parameter generator: The connection's; loss, jitter and order draw from streams of their own, so that
  ///   changing one changes no draw of the others.
  public init(_ profile: PathProfile, _ direction: LegDirection, generator: SeededGenerator) {
    self.profile = profile
    self.direction = direction
    lossDraws = generator.derived(name: "\(direction)/loss")
    jitterDraws = generator.derived(name: "\(direction)/jitter")
    orderDraws = generator.derived(name: "\(direction)/order")
  }

  /// When a packet arrives; `nil` when it is lost.
  ///
  /// - Parameters:
  ///   - bytes: Its size on the slowest link, headers included.
  ///   - leg: What it shares with the packets of other connections.
  public mutating func carry(bytes: Int, at now: LabInstant, over leg: inout SharedLeg) -> LabInstant? {
    // Every packet draws, lost or not, so that draws stay in step when loss changes.
    let isLost = isLost()
    let travel = travel()
    let late = lateness()
    guard let left = leg.leave(bytes: bytes, direction, at: now), !isLost else { return nil }
    if let late { return left + travel + late }
    lastArrival = max(lastArrival, left + travel)
    return lastArrival
  }

  private mutating func isLost() -> Bool {
    switch profile.loss {
    case .none: return false
    case .independent(let probability): return lossDraws.chance(probability)
    case .gilbertElliott(let model):
      let change = lossDraws.unit()
      isBad = isBad ? change >= model.leave : change < model.enter
      return lossDraws.chance(isBad ? model.bad : model.good)
    }
  }

  private mutating func travel() -> Duration {
    let jitter = profile.jitter
    guard jitter.size > .zero else { return profile.delay }
    var z = jitterDraws.normal()
    if let last = normal {
      z = jitter.correlation * last + (1 - jitter.correlation * jitter.correlation).squareRoot() * z
    }
    normal = z
    let size = jitter.size.inNanoseconds
    let extra =
      switch jitter.shape {
      case .exponential: -size * PortableMath.log(max(NormalDistribution.upperTail(z), 1e-12))
      case .normal: size * z
      case .uniform: size * (1 - 2 * NormalDistribution.upperTail(z))
      }
    return LatencyModel.whole(profile.delay.inNanoseconds + extra)
  }

  private mutating func lateness() -> Duration? {
    guard let reordering = profile.reordering else { return nil }
    return orderDraws.chance(reordering.probability) ? reordering.by : nil
  }
}
