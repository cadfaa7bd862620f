/// The legs of a network: to each provider, and to the caller.
public struct NetworkLegs: Hashable, Sendable {
  /// To every provider that has none of its own.
  public var standard: LegProfile
  /// To single providers; the first whose pattern fits is taken.
  public var exceptions: [ProviderLeg]
  /// Between the caller and a pipeline that runs elsewhere; `nil` when it runs on the caller's device.
  public var media: LegProfile?

  public init(standard: LegProfile, exceptions: [ProviderLeg] = [], media: LegProfile? = nil) {
    self.standard = standard
    self.exceptions = exceptions
    self.media = media
  }

  /// The leg to some providers.
  public struct ProviderLeg: Hashable, Sendable {
    /// A provider by id, or several: `deepgram/*`.
    public var pattern: String
    public var leg: LegProfile

    public init(pattern: String, leg: LegProfile) {
      self.pattern = pattern
      self.leg = leg
    }

    /// Whether a provider is meant.
    public func concerns(_ provider: String) -> Bool {
      guard pattern.hasSuffix("*") else { return pattern == provider }
      return provider.hasPrefix(pattern.dropLast())
    }
  }

  /// All legs to providers; the standard one is the first.
  public var all: [LegProfile] { [standard] + exceptions.map(\.leg) }

  /// Which of ``all`` leads to a provider.
  public func index(of provider: String?) -> Int {
    guard let provider else { return 0 }
    return exceptions.firstIndex { $0.concerns(provider) }.map { $0 + 1 } ?? 0
  }
}
