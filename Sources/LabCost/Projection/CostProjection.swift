public import LabStatistics

/// Projects what measured conversations would cost in another shape, at other prices, and how sure that is.
public struct CostProjection: Sendable {
  /// What one thing costs, with the 95 % interval over conversations; without one where there are too few of
  /// them.
  public struct Figure: Hashable, Sendable {
    public var usd: Dollars
    public var interval: ConfidenceInterval?
  }

  /// All that is said of one set of providers.
  public struct Result: Hashable, Sendable {
    public var perTurn: Figure?
    public var perSession: Figure
    public var perHour: Figure
    /// `nil` when no hours a month were asked for.
    public var perMonth: Figure?
  }

  public let sessions: [ObservedSession]
  public let shape: ConversationShape
  private let generator: SeededGenerator

  /// - Parameters:
  ///   - sessions: The measured conversations, at least one with a length.
  ///   - generator: Where the draws of the intervals come from.
  /// - Throws: ``CostError`` when the run does not hold what the shape needs.
  public init(
    _ sessions: [ObservedSession], shape: ConversationShape, generator: SeededGenerator
  ) throws(CostError) {
    self.sessions = sessions
    self.shape = shape
    self.generator = generator
    let sums = Self.sums(sessions)
    guard sums.seconds > 0, sums.turns > 0 else {
      throw CostError(
        "There is no conversation with a turn to project from.", hint: "Name a run that measured.")
    }
    if shape.talkShare != nil, sums.spokenSeconds == 0 {
      throw CostError(
        "The record does not say how long the agent spoke, so its talk share cannot be changed.",
        hint: "Measure the run again, or leave out --talk-share.")
    }
  }

  /// The session that is expected, and what each of its figures was measured from.
  public var expectedSession: ProjectedSession { expectation(Self.sums(sessions)).session }
  /// The turns that it is expected to have.
  public var expectedTurns: Double { expectation(Self.sums(sessions)).turns }
  /// The share of the time in which the agent is expected to speak.
  public var expectedTalkShare: Double {
    let expectation = expectation(Self.sums(sessions))
    return expectation.spokenSeconds / expectation.seconds
  }
  /// Whether prompts could be seen to grow: two turns in a conversation at least.
  public var knowsGrowth: Bool { sessions.contains { $0.sums.prompts > 1 } }

  /// What the session costs with these prices.
  ///
  /// - Parameter prices: Each with the tier that holds for it; `nil` for the list.
  /// - Returns: `nil` when a tier's price beyond its included quantity is not known and would be needed.
  public func result(_ prices: [(ProviderPrice, ProviderPrice.Tier?)]) -> Result? {
    let historyLimit = prices.compactMap { $0.0.speechToSpeech?.historyLimit }.first
    return figures { expectation in
      var expectation = expectation
      expectation.historyLimit = historyLimit
      let session = expectation.session
      return Bill(prices, session: session, hours: shape.hoursPerMonth)
    }
  }

  /// What the same conversations cost with a model that hears and speaks by itself.
  ///
  /// - Returns: `nil` when it bills audio tokens and nobody says how many there are in a second.
  public func speechToSpeech(
    _ price: ProviderPrice, tier: ProviderPrice.Tier? = nil, isCached: Bool
  ) -> Result? {
    let billsTokens = price.charges.contains { $0.meter.kind == .tokens }
    guard !billsTokens || price.speechToSpeech != nil else { return nil }
    return figures { expectation in
      var session = expectation.session
      var readings = MeterReadings()
      if let model = price.speechToSpeech, expectation.turns > 0 {
        readings =
          SpeechToSpeechSession(
            model: model, instructions: expectation.firstPrompt, turns: expectation.turns,
            callerSeconds: expectation.callerSeconds / expectation.turns,
            agentSeconds: expectation.spokenSeconds / expectation.turns
          ).readings(cache: isCached ? .full : .none)
      }
      readings[.sessionSeconds] = session.length
      readings[.speechToTextSeconds] = session.length
      readings[.connectionSeconds] = session.length
      readings[.spokenSeconds] = session.readings[.spokenSeconds]
      session.readings = readings
      return Bill([(price, tier)], session: session, hours: shape.hoursPerMonth)
    }
  }

  private func expectation(_ sums: SessionSums) -> SessionExpectation {
    SessionExpectation(sums: sums, shape: shape)
  }

  private static func sums(_ sessions: [ObservedSession]) -> SessionSums {
    sessions.reduce(into: SessionSums()) { $0.add($1.sums, times: 1) }
  }

  /// The figures of a bill, and of the bills of resampled conversations.
  private func figures(_ bill: (SessionExpectation) -> Bill?) -> Result? {
    let expectation = expectation(Self.sums(sessions))
    guard let whole = bill(expectation) else { return nil }
    func figure(_ amount: (Bill, SessionExpectation) -> Double) -> ConfidenceInterval? {
      // The same draws for every figure and every provider: what is compared differs by price alone.
      ClusterBootstrap(generator: generator.derived(name: "projection"), resamples: 1000)
        .interval(clusters: sessions.count) { draws in
          var sums = SessionSums()
          for (index, count) in draws.enumerated() where count > 0 {
            sums.add(sessions[index].sums, times: Double(count))
          }
          guard sums.seconds > 0, sums.turns > 0 else { return nil }
          let expectation = self.expectation(sums)
          return bill(expectation).map { amount($0, expectation) }
        }
    }
    // Turns are an expectation and need not be whole: millionths of them are.
    let turns = max(1, SessionExpectation.whole(expectation.turns * 1e6))
    return Result(
      perTurn: Figure(
        usd: .quotient(of: whole.perSession.nanodollars * 1_000_000, by: Int128(turns)),
        interval: figure { bill, expectation in bill.perSession.approximation / expectation.turns }),
      perSession: Figure(
        usd: whole.perSession, interval: figure { bill, _ in bill.perSession.approximation }),
      perHour: Figure(usd: whole.perHour, interval: figure { bill, _ in bill.perHour.approximation }),
      perMonth: whole.perMonth.map { month in
        Figure(usd: month, interval: figure { bill, _ in bill.perMonth?.approximation ?? .nan })
      })
  }
}
