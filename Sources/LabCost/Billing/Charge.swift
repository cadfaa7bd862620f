/// One billing rule: so much for so much of a meter, counted in this way.
public struct Charge: Hashable, Sendable {
  public var meter: Meter
  /// What `per` of the meter costs.
  public var price: Dollars
  public var per: Unit
  /// How a single request or connection is counted; `nil` counts everything together and exactly.
  public var counting: Counting?

  public init(_ meter: Meter, _ price: Dollars, per: Unit, counting: Counting? = nil) {
    self.meter = meter
    self.price = price
    self.per = per
    self.counting = counting
  }

  /// What a price is for.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case second, minute, hour
    case single, thousand, million

    /// Which meters can be billed by it.
    public func suits(_ kind: Meter.Kind) -> Bool {
      switch self {
      case .second, .minute, .hour: kind == .time
      case .single, .thousand, .million: kind != .time
      }
    }

    /// How many whole units of a meter it is: microseconds, characters, tokens.
    public var size: Int64 {
      switch self {
      case .second: 1_000_000
      case .minute: 60_000_000
      case .hour: 3_600_000_000
      case .single: 1
      case .thousand: 1_000
      case .million: 1_000_000
      }
    }
  }

  /// How a quantity is rounded before it is billed, and what it is rounded for.
  public struct Counting: Hashable, Sendable {
    /// What is rounded by itself.
    public enum Scope: String, Hashable, Sendable, CaseIterable {
      /// Each request: each turn of a conversation, and what belongs to none.
      case request
      /// Each connection: the conversation as a whole.
      case connection
    }

    /// Which way a quantity is rounded that is not a whole number of steps.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
      case up
      /// To the nearest step; half a step goes up.
      case nearest
    }

    public var scope: Scope
    /// In whole units of the meter, at least 1, which rounds nothing.
    public var step: Int64
    public var direction: Direction
    /// The least that is billed when anything is; in whole units of the meter.
    public var minimum: Int64

    public init(each scope: Scope, step: Int64 = 1, rounded direction: Direction = .up, minimum: Int64 = 0) {
      self.scope = scope
      self.step = max(1, step)
      self.direction = direction
      self.minimum = minimum
    }

    /// What is billed of a quantity; nothing of nothing.
    public func billed(_ quantity: Int64) -> Int64 {
      guard quantity > 0 else { return 0 }
      let shift = direction == .up ? step - 1 : step / 2
      let (sum, overflow) = quantity.addingReportingOverflow(shift)
      return max(minimum, overflow ? quantity : sum / step * step)
    }
  }

  /// What is billed of a session's readings: those of its turns, and those that belong to no turn.
  public func billed(_ session: SessionUsage) -> Int64 {
    switch counting?.scope {
    case nil: session.total[meter]
    case .connection: counting?.billed(session.total[meter]) ?? 0
    case .request: session.parts.reduce(0) { $0 + (counting?.billed($1[meter]) ?? 0) }
    }
  }

  /// What a turn adds by itself: rounded when requests are, and exact otherwise.
  public func billed(turn readings: MeterReadings) -> Int64 {
    counting?.scope == .request ? counting?.billed(readings[meter]) ?? 0 : readings[meter]
  }

  /// The price of a billed quantity, to the nearest nanodollar.
  public func amount(_ billed: Int64) -> Dollars {
    .quotient(of: price.nanodollars * Int128(billed), by: Int128(per.size))
  }
}

/// What one conversation used of every meter.
public struct SessionUsage: Hashable, Sendable {
  /// Turn by turn, and last what belongs to no turn.
  public let parts: [MeterReadings]
  /// All of it.
  public let total: MeterReadings

  /// - Parameter parts: Turn by turn, and last what belongs to no turn.
  public init(parts: [MeterReadings]) {
    self.parts = parts
    total = parts.reduce(MeterReadings(), +)
  }
}
