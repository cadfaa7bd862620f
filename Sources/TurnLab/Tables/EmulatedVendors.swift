import LabEmulation
package import LabProviders
import LabTimeline

/// The vendors whose services are emulated, as help tells of them.
package enum EmulatedVendors {
  /// A line for each vendor, in the order of the catalogue: what it does, and over what.
  package static let list = lines(ProviderCatalogue.standard.entries).joined(separator: "\n")

  package static func lines(_ entries: [ProviderEntry]) -> [String] {
    let emulated = Set(EmulationProfiles.shipped.names)
    let served = entries.filter { emulated.contains($0.id) && $0.engine == nil }
    var vendors: [String] = []
    for entry in served where !vendors.contains(vendor(of: entry)) { vendors.append(vendor(of: entry)) }
    return vendors.map { name in
      let own = served.filter { vendor(of: $0) == name }
      let parts = Stage.allCases.compactMap { stage -> String? in
        let found = own.filter { $0.stage == stage }
        guard !found.isEmpty else { return nil }
        let carriers = WireProtocol.Transport.allCases.filter { carrier in
          found.contains { $0.wireProtocol.transport == carrier }
        }
        return "\(stage.rawValue) (\(carriers.map(\.rawValue).joined(separator: ", ")))"
      }
      return "\(name): \(parts.joined(separator: ", "))"
    }
  }

  private static func vendor(of entry: ProviderEntry) -> String { String(entry.id.prefix { $0 != "/" }) }
}
