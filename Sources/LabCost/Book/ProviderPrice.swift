/// What one provider asks, by which rules, and who says so.
public struct ProviderPrice: Hashable, Sendable {
  /// The catalogue's ids that the price is for; `*` at the end of one stands for any text.
  public var providers: [String]
  /// The billing rules; each meter at most once. Empty for what costs nothing.
  public var charges: [Charge]
  /// Other prices for the same, by name: volumes, plans.
  public var tiers: [Tier]
  /// Who says so, the best first; at least one, but for what is free.
  public var sources: [PriceBook.Source]
  /// The day or month of the price, as in ISO 8601.
  public var date: String
  public var confidence: Confidence?
  public var basis: Basis
  /// What else must be known of the price, one or two sentences.
  public var note: String?
  /// The day on which the price or the model ends, where one is announced.
  public var until: String?
  /// How a speech-to-speech model counts audio; `nil` for all others.
  public var speechToSpeech: SpeechToSpeech?

  /// How far a price can be trusted.
  public enum Confidence: String, Hashable, Sendable, CaseIterable {
    /// Two independent sources, or the vendor within six months.
    case high
    /// One good source.
    case medium
    /// Old, indirect or contradicted.
    case low
  }

  /// How the price comes about.
  public enum Basis: String, Hashable, Sendable, CaseIterable {
    /// The vendor bills by this rule.
    case list
    /// The vendor bills by another meter and names this as its equivalent.
    case estimate
    /// Computed from a plan's fee.
    case derived
    /// Nobody sends an invoice.
    case free
  }

  /// Another price for the same, which the list calls by name.
  public struct Tier: Hashable, Sendable {
    public var name: String
    /// What it costs a month whatever is used.
    public var monthly: Dollars
    /// How much of the price's only meter the monthly fee covers, in whole units; 0 for none.
    public var included: Int64
    /// The rules beyond that; `nil` when they are not known.
    public var charges: [Charge]?

    public init(name: String, monthly: Dollars = .zero, included: Int64 = 0, charges: [Charge]?) {
      self.name = name
      self.monthly = monthly
      self.included = included
      self.charges = charges
    }
  }

  /// How audio becomes tokens in a speech-to-speech model, and what of the conversation is read again.
  public struct SpeechToSpeech: Hashable, Sendable {
    public var callerTokensPerSecond: Int
    public var agentTokensPerSecond: Int
    /// The most tokens of history that a reply reads; older ones are dropped.
    public var historyLimit: Int

    public init(callerTokensPerSecond: Int, agentTokensPerSecond: Int, historyLimit: Int) {
      self.callerTokensPerSecond = callerTokensPerSecond
      self.agentTokensPerSecond = agentTokensPerSecond
      self.historyLimit = historyLimit
    }
  }

  public init(
    providers: [String], charges: [Charge], tiers: [Tier] = [], sources: [PriceBook.Source] = [],
    date: String = "",
    confidence: Confidence? = nil, basis: Basis = .list, note: String? = nil, until: String? = nil,
    speechToSpeech: SpeechToSpeech? = nil
  ) {
    self.providers = providers
    self.charges = charges
    self.tiers = tiers
    self.sources = sources
    self.date = date
    self.confidence = confidence
    self.basis = basis
    self.note = note
    self.until = until
    self.speechToSpeech = speechToSpeech
  }

  /// Whether the figures are only approximate: estimated, derived, or badly sourced.
  public var isApproximate: Bool {
    basis == .estimate || basis == .derived || confidence == .low
  }

  /// How well the price fits an id: the letters that it names, or `nil` when it is for another.
  func fit(_ id: String) -> Int? {
    providers.compactMap { pattern in
      if pattern == id { return Int.max }
      guard pattern.last == "*", id.hasPrefix(pattern.dropLast()) else { return nil }
      return pattern.count
    }.max()
  }
}
