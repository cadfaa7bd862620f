public import LabPlan
public import LabProviders
import LabRecord
import LabTimeline

/// Calls services once each, to see whether a live run can use them.
public struct ServiceCheck {
  /// The services that can be called, in the order in which that happens.
  public let entries: [ProviderEntry]
  /// The variables that hold no key, without which a service cannot be called, sorted.
  public let missingKeys: [String]
  private let catalogue: ProviderCatalogue
  private let variables: [String: String]

  /// - Parameter plan: Its providers and services are called; without one, a provider of each kind that a key
  ///   in the environment pays for.
  public init(plan: RunPlan?, variables: [String: String]) {
    let catalogue = plan?.catalogue ?? .standard
    let remote = catalogue.entries.filter { $0.engine == nil }
    guard let plan else {
      self.init(Self.representatives(remote), of: catalogue, variables: variables)
      return
    }
    let wanted = plan.providers + plan.services.map(\.id)
    self.init(remote.filter { wanted.contains($0.id) }, of: catalogue, variables: variables)
  }

  /// - Parameter cells: Their services are called.
  init(cells: [Cell], catalogue: ProviderCatalogue, variables: [String: String]) {
    let wanted = Set(cells.flatMap(\.services))
    self.init(
      catalogue.entries.filter { wanted.contains($0.id) && $0.engine == nil }, of: catalogue,
      variables: variables)
  }

  private init(_ wanted: [ProviderEntry], of catalogue: ProviderCatalogue, variables: [String: String]) {
    func hasKey(_ entry: ProviderEntry) -> Bool {
      entry.keyVariable.map { variables[$0]?.isEmpty == false } ?? true
    }
    self.catalogue = catalogue
    self.variables = variables
    entries = wanted.filter(hasKey)
    missingKeys = Set(wanted.filter { !hasKey($0) }.compactMap(\.keyVariable)).sorted()
  }

  /// The first that is still offered of each vendor and kind.
  private static func representatives(_ entries: [ProviderEntry]) -> [ProviderEntry] {
    var seen: Set<String> = []
    return entries.filter { entry in
      if case .retired = entry.status { return false }
      return seen.insert("\(entry.keyVariable ?? entry.id) \(entry.stage.rawValue)").inserted
    }
  }

  /// Calls a service with one minimal request.
  ///
  /// - Throws: a `TransportFailure` when this machine has no sockets.
  public func call(_ entry: ProviderEntry) throws -> ServiceCall {
    let key = entry.keyVariable.flatMap { variables[$0] } ?? ""
    return ServiceCall(entry, try ProviderCheck(catalogue: catalogue).check(entry.id, key: APIKey(key)))
  }
}
