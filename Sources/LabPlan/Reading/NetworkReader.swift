import LabEmulation
import LabTimeline
import LabYAML

/// Reads the networks that a plan describes itself:
/// `networks: NAME: {from: …, radio: …, delay_ms: …, legs: {…}, media: …}`.
enum NetworkReader {
  /// The legs of a network that packets can take, by name.
  private static func shipped(_ name: String) -> NetworkProfile? {
    NetworkProfile.named(name).flatMap { $0.legs == nil ? nil : $0 }
  }

  private static var shippedNames: [String] { NetworkProfile.all.filter { $0.legs != nil }.map(\.name) }

  /// - Parameter providers: The ids that patterns under `legs` can mean.
  static func read(_ mapping: YAMLMapping, providers: [String]) -> [NetworkProfile] {
    mapping.keys.compactMap { name in
      guard let value = mapping.optional(name), let fields = value.mapping() else { return nil }
      if NetworkProfile.named(name) != nil {
        value.report("“\(name)” is the name of a network that is there already; choose another")
      }
      return network(name, fields, providers: providers)
    }
  }

  private static func network(
    _ name: String, _ fields: YAMLMapping, providers: [String]
  ) -> NetworkProfile {
    let from = fields.optional("from").flatMap {
      PlanReader.known($0, among: shippedNames, as: "network with legs").flatMap(shipped)
    }
    let radio = fields.optional("radio")?.choice(of: NetworkProfile.Radio.self) ?? from?.radio ?? .mobile
    let legs = legs(fields, over: from?.legs, providers: providers)
    return NetworkProfile(name: name, summary: "Described by the plan.", legs: legs, radio: radio)
  }

  private static func legs(
    _ fields: YAMLMapping, over base: NetworkLegs?, providers: [String]
  ) -> NetworkLegs {
    var legs = NetworkLegs(standard: LegReader.read(fields, over: base?.standard ?? .unhindered))
    if let exceptions = fields.optionalMapping("legs") {
      for pattern in exceptions.keys {
        guard let value = exceptions.optional(pattern) else { continue }
        if !providers.contains(where: {
          NetworkLegs.ProviderLeg(pattern: pattern, leg: .unhindered).concerns($0)
        }) {
          value.report("“\(pattern)” means none of the providers; write an id, or its beginning with a *")
        }
        if let leg = leg(value, over: legs.standard) {
          legs.exceptions.append(.init(pattern: pattern, leg: leg))
        }
      }
    }
    legs.media = fields.optional("media").flatMap { leg($0, over: .unhindered) }
    fields.finish()
    return legs
  }

  private static func base(_ value: YAMLValue) -> NetworkLegs? {
    PlanReader.known(value, among: shippedNames, as: "network with legs").flatMap { shipped($0)?.legs }
  }

  /// A leg by the name of a shipped network, or in its own words, which change what is around it.
  private static func leg(_ value: YAMLValue, over standard: LegProfile) -> LegProfile? {
    guard value.isMapping else { return base(value)?.standard }
    guard let fields = value.mapping() else { return nil }
    let base = fields.optional("from").flatMap(base)?.standard
    let leg = LegReader.read(fields, over: base ?? standard)
    fields.finish()
    return leg
  }
}

extension LegProfile {
  /// Nothing is slow and nothing is lost, for plans that say all of it themselves.
  static let unhindered = LegProfile(PathProfile(delay: .zero), nameLookup: .fixed(.zero))
}
