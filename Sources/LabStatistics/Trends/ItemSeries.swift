/// Latencies of items that are played again and again, in the order of time.
///
/// Items differ by more than any drift, so each is compared with itself: the logarithm of a latency minus the
/// median logarithm of its item.
public struct ItemSeries: Sendable, Hashable {
  /// One turn.
  public struct Turn: Sendable, Hashable {
    /// Which item was played; any number that tells items apart.
    public var item: Int
    /// Any positive unit; nil when the turn failed.
    public var latency: Double?

    public init(item: Int, latency: Double?) {
      self.item = item
      self.latency = latency
    }
  }

  /// The turns in the order of time.
  public var turns: [Turn]

  public init(_ turns: [Turn]) {
    self.turns = turns
  }

  /// A turn's cycle (how often its item had been played before) and its centred logarithm.
  struct Centred {
    var cycle: Int
    var value: Double
  }

  /// The turns with a positive latency whose item has at least `minimum` of them, in the order of time.
  func centred(minimum: Int) -> [Centred] {
    let items = ConversationUnits(turns.map(\.item))
    var logarithms = Array(repeating: [Double](), count: items.count)
    let values = turns.map { turn in
      turn.latency.flatMap { $0 > 0 && $0.isFinite ? PortableMath.log($0) : nil }
    }
    for (item, value) in zip(items.unit, values) { value.map { logarithms[item].append($0) } }
    let medians = logarithms.map { $0.count >= minimum ? Median.of($0) : nil }
    var played = Array(repeating: 0, count: items.count)
    return zip(items.unit, values).compactMap { item, value in
      let cycle = played[item]
      played[item] += 1
      guard let value, let median = medians[item] else { return nil }
      return Centred(cycle: cycle, value: value - median)
    }
  }
}
