/// One line of what a provider would send for a conversation.
public struct InvoiceLine: Hashable, Sendable {
  public var meter: Meter
  /// What was used, in whole units of the meter.
  public var used: Int64
  /// What is billed of it after rounding and minimums.
  public var billed: Int64
  public var amount: Dollars
}

extension ProviderPrice {
  /// The lines of one conversation, in the order of the book; meters that were not used too.
  public func lines(for session: SessionUsage) -> [InvoiceLine] {
    charges.map { charge in
      let billed = charge.billed(session)
      return InvoiceLine(
        meter: charge.meter, used: session.total[charge.meter], billed: billed, amount: charge.amount(billed))
    }
  }

  /// What one conversation costs.
  public func amount(of session: SessionUsage) -> Dollars {
    charges.reduce(into: .zero) { $0 += $1.amount($1.billed(session)) }
  }

  /// What one turn adds by its own usage. What is rounded by connection is taken exactly here, so that the
  /// turns of a conversation may cost a little less together than the conversation.
  public func amount(ofTurn readings: MeterReadings) -> Dollars {
    charges.reduce(into: .zero) { $0 += $1.amount($1.billed(turn: readings)) }
  }

  /// The price at a tier; the list's when it has none of that name. `nil` when it has, and what lies beyond
  /// its included quantity is not known.
  func charges(at tier: Tier?) -> [Charge]? { tier == nil ? charges : tier?.charges }

  /// The tier of a name.
  public func tier(_ name: String) -> Tier? { tiers.first { $0.name == name } }
}
