/// What a session, an hour and a month of such sessions cost by some prices.
struct Bill: Sendable {
  let perSession: Dollars
  let perHour: Dollars
  let perMonth: Dollars?

  /// - Parameters:
  ///   - prices: Each with its tier; `nil` for the list.
  ///   - hours: Hours of conversation per month. Without them a plan's fee is spread over what it includes.
  /// - Returns: `nil` when a price beyond an included quantity would be needed and is not known.
  init?(_ prices: [(ProviderPrice, ProviderPrice.Tier?)], session: ProjectedSession, hours: Double?) {
    let length = session.length
    guard length > 0 else { return nil }
    let time = hours.map { Meter.microseconds($0 * 3600) }
    var one = Dollars.zero
    var month = Dollars.zero
    for (price, tier) in prices {
      guard let part = Self.part(price, tier, session: session, time: time) else { return nil }
      one += part.session
      month += part.month
    }
    let hour = Int128(Charge.Unit.hour.size)
    if let time, time > 0 {
      // With a fee in it, the session's share of the month is what a session costs.
      perMonth = month
      let hasFee = prices.contains { $0.1.map { $0.monthly > .zero } ?? false }
      perSession =
        hasFee ? .quotient(of: month.nanodollars * Int128(length), by: Int128(time)) : one
      perHour =
        hasFee
        ? .quotient(of: month.nanodollars * hour, by: Int128(time))
        : .quotient(of: one.nanodollars * hour, by: Int128(length))
    } else {
      perMonth = nil
      perSession = one
      perHour = .quotient(of: one.nanodollars * hour, by: Int128(length))
    }
  }

  /// What one provider asks for a session by itself, and for a month of them.
  private static func part(
    _ price: ProviderPrice, _ tier: ProviderPrice.Tier?, session: ProjectedSession, time: Int64?
  ) -> (session: Dollars, month: Dollars)? {
    guard let tier, tier.included > 0, let meter = price.charges.first else {
      let charges = tier?.charges ?? price.charges
      let billed = charges.map { ($0, $0.billed(session)) }
      let one = billed.reduce(Dollars.zero) { $0 + $1.0.amount($1.1) }
      let month = billed.reduce(Dollars.zero) { $0 + $1.0.amount(inMonth($1.1, time, session.length)) }
      return (one, month + (tier?.monthly ?? .zero))
    }
    // A plan: its fee pays for so much a month; by itself a session has its share of the fee.
    let used = meter.billed(session)
    let one = Dollars.quotient(of: tier.monthly.nanodollars * Int128(used), by: Int128(tier.included))
    let beyond = max(0, inMonth(used, time, session.length) - tier.included)
    guard beyond == 0 || tier.charges != nil else { return nil }
    let extra = (tier.charges ?? []).reduce(Dollars.zero) { $0 + $1.amount(beyond) }
    return (one, tier.monthly + extra)
  }

  /// A session's quantity as often as sessions of its length fit into the time of a month; of no month,
  /// nothing.
  private static func inMonth(_ quantity: Int64, _ time: Int64?, _ length: Int64) -> Int64 {
    guard let time else { return 0 }
    return Int64(clamping: (Int128(quantity) * Int128(time) + Int128(length / 2)) / Int128(length))
  }
}

extension Charge {
  /// What is billed of a session whose turns are all alike.
  func billed(_ session: ProjectedSession) -> Int64 {
    let quantity = session.readings[meter]
    guard let counting else { return quantity }
    guard counting.scope == .request else { return counting.billed(quantity) }
    let turns = Int64(session.turns)
    return counting.billed((quantity + turns / 2) / turns) * turns
  }
}
