import LabProviders

/// A vendor as the emulator stands in for it: where its services answer, how long they take unless a plan
/// says otherwise, who measured that, and how they word what goes wrong.
///
/// An emulated vendor is declared once, in a folder of its own, and listed in ``EmulatedVendor/all``; routes,
/// shipped profiles, latency sources and fault wordings are made of that list.
struct EmulatedVendor: Sendable {
  /// The same vendor as a client sees it.
  let client: Vendor
  /// Where it answers, and with what.
  let routes: [EmulatedRoute]
  /// How its providers behave in time; the services that a plan may use are those that have a profile.
  let profiles: EmulationProfiles
  /// Who published the figures of the profiles: by the part of an id behind the vendor's, or by the beginning
  /// of that part and `*`. The longest that fits counts.
  let sources: [String: LatencySource]
  /// How it words what goes wrong.
  var faults: any FaultResponses = PlainFaultResponses()

  /// The vendor of a provider; `nil` when it is not emulated, as with a server of the user's own.
  static func of(provider: String) -> EmulatedVendor? {
    byID[String(provider.prefix { $0 != "/" })]
  }

  /// Who published the figures of a provider's shipped profile; `nil` when nobody is named.
  static func source(of provider: String) -> LatencySource? {
    guard let vendor = of(provider: provider) else { return nil }
    let name = provider.dropFirst(vendor.client.id.count + 1)
    let fitting = vendor.sources.filter { pattern, _ in
      pattern == name || (pattern.last == "*" && name.hasPrefix(pattern.dropLast()))
    }
    return fitting.max { $0.key.count < $1.key.count }?.value
  }

  /// How a provider's vendor words what goes wrong; plain words where it has none of its own.
  static func faults(of provider: String) -> any FaultResponses {
    of(provider: provider)?.faults ?? PlainFaultResponses()
  }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.client.id, $0) })
}
