import LabCost
import LabRecord
import LabStatistics
import LabTimeline

extension CellCost {
  /// Prices the conversations of a cell.
  ///
  /// - Parameters:
  ///   - conversations: those that count, in the order of work.
  ///   - generator: the random stream of the interval; `nil` asks for none.
  init(
    _ cell: Cell, conversations: [RunReportBuilder.Conversation], prices: PriceBook,
    generator: SeededGenerator?
  ) {
    self = .unpriced(cell)
    let sessions = conversations.map(SessionUsage.init)
    let lengths = sessions.map { $0.total[.sessionSeconds] }
    let length = lengths.reduce(0, +)
    var perSession: [Dollars] = sessions.map { _ in .zero }
    unpriced = []
    for index in providers.indices {
      guard let price = prices.price(of: providers[index].provider) else {
        unpriced.append(providers[index].provider)
        continue
      }
      let amounts = sessions.map(price.amount)
      let total = amounts.reduce(.zero, +)
      for session in amounts.indices { perSession[session] += amounts[session] }
      providers[index].usdTotal = total
      providers[index].usdPerHour = Self.perHour(total, length)
      providers[index].isApproximate = price.isApproximate
    }
    unpriced.sort()
    guard unpriced.isEmpty else { return }
    let total = perSession.reduce(.zero, +)
    usdTotal = total
    usdPerHour = Self.perHour(total, length)
    usdPerSession = Self.share(total, of: sessions.count)
    usdPerTurn = Self.share(total, of: conversations.reduce(0) { $0 + $1.turns.count })
    usdPerHourInterval = generator.flatMap { Self.interval(perSession, lengths, generator: $0) }
  }

  private static func perHour(_ total: Dollars, _ microseconds: Int64) -> Dollars? {
    microseconds == 0
      ? nil : .quotient(of: total.nanodollars * Int128(Charge.Unit.hour.size), by: Int128(microseconds))
  }

  private static func share(_ total: Dollars, of count: Int) -> Dollars? {
    count == 0 ? nil : .quotient(of: total.nanodollars, by: Int128(count))
  }

  /// The spread of the cost per hour over conversations: a statistic, so it is computed in binary.
  private static func interval(
    _ amounts: [Dollars], _ lengths: [Int64], generator: SeededGenerator
  ) -> [Dollars]? {
    let dollars = amounts.map(\.approximation)
    let hours = lengths.map { Double($0) / 3.6e9 }
    let bootstrap = ClusterBootstrap(generator: generator.derived(name: "usd_per_hour"), resamples: 1000)
    let interval = bootstrap.interval(clusters: amounts.count) { draws in
      var sum = (dollars: 0.0, hours: 0.0)
      for (index, count) in draws.enumerated() {
        sum.dollars += Double(count) * dollars[index]
        sum.hours += Double(count) * hours[index]
      }
      return sum.hours > 0 ? sum.dollars / sum.hours : nil
    }
    return interval.map { interval in
      [interval.lower, interval.upper].map { Dollars(nanodollars: Int128(($0 * 1e9).rounded())) }
    }
  }
}

extension ObservedSession {
  /// A conversation as projections look at it.
  init(_ conversation: RunReportBuilder.Conversation) {
    self.init(
      usage: SessionUsage(conversation),
      callerSeconds: conversation.turns.reduce(0) { $0 + $1.callerSeconds })
  }
}

extension SessionUsage {
  /// What a conversation used: its turns, then what belongs to none, with the conversation's length.
  init(_ conversation: RunReportBuilder.Conversation) {
    let seconds = Double(conversation.record.nanoseconds) / 1e9
    self.init(
      parts: conversation.turns.map { MeterReadings($0.usage) }
        + [MeterReadings(conversation.record.usage, seconds: seconds)])
  }
}
