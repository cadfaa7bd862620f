package import LabCost
import LabEmulation
package import LabProviders
import LabTimeline

/// A provider as `turnlab providers` prints it.
package struct ProviderRow: Encodable {
  let id: String
  let kind: String
  let model: String
  /// `current`, `ends DAY` or `retired DAY`.
  let state: String
  let transport: String
  let keyVariable: String?
  let isEmulated: Bool
  let capabilities: [String]
  let sampleRates: [Int]
  let documentation: String
  let price: Price?
  let latency: Latency?

  package init(_ entry: ProviderEntry, price: ProviderPrice?) {
    id = entry.id
    kind = entry.stage.rawValue
    model = entry.model
    state =
      switch entry.status {
      case .current: "current"
      case .ending(let day): "ends \(day)"
      case .retired(let day): "retired \(day)"
      }
    transport = entry.wireProtocol.transport.rawValue
    keyVariable = entry.keyVariable
    isEmulated = EmulationProfiles.shipped.names.contains(entry.id)
    capabilities = entry.capabilities.names
    sampleRates = entry.sampleRates
    documentation = entry.documentation
    self.price = price.map(Price.init)
    latency = Latency(of: entry.id)
  }

  /// The rows as a table for the terminal.
  package static func table(_ rows: [ProviderRow]) -> String {
    let header = [
      "provider", "kind", "state", "transport", "key", "price (USD)", "emulated", "capabilities",
    ]
    let cells = rows.map { row in
      [
        row.id, row.kind, row.state, row.transport, row.keyVariable ?? "–", row.price?.summary ?? "unpriced",
        row.latency?.text ?? (row.isEmulated ? "yes" : "no"), row.capabilities.joined(separator: ", "),
      ]
    }
    return aligned([header] + cells, leftColumns: 8).joined(separator: "\n")
  }

  private enum CodingKeys: String, CodingKey {
    case id, kind, model, state, transport, capabilities, documentation, price, latency
    case keyVariable = "key_variable"
    case isEmulated = "emulated"
    case sampleRates = "sample_rates_hz"
  }

  /// Writes what is not known as `null`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(kind, forKey: .kind)
    try container.encode(model, forKey: .model)
    try container.encode(state, forKey: .state)
    try container.encode(transport, forKey: .transport)
    try container.encode(keyVariable, forKey: .keyVariable)
    try container.encode(isEmulated, forKey: .isEmulated)
    try container.encode(capabilities, forKey: .capabilities)
    try container.encode(sampleRates, forKey: .sampleRates)
    try container.encode(documentation, forKey: .documentation)
    try container.encode(price, forKey: .price)
    try container.encode(latency, forKey: .latency)
  }

  /// What the provider asks.
  struct Price: Encodable {
    let summary: String
    let rules: [String]
    let tiers: [String]
    let date: String
    let basis: String
    let confidence: String?
    let note: String?
    let until: String?
    let sources: [Source]

    struct Source: Encodable {
      let title: String
      let url: String?
      let date: String?
    }

    init(_ price: ProviderPrice) {
      summary = price.summary
      rules = price.charges.map(\.text)
      tiers = price.tiers.map(\.name)
      date = price.date
      basis = price.basis.rawValue
      confidence = price.confidence?.rawValue
      note = price.note
      until = price.until
      sources = price.sources.map { Source(title: $0.title, url: $0.url, date: $0.date) }
    }
  }

  /// How long the emulated provider takes by default.
  struct Latency: Encodable {
    let name: String
    /// In milliseconds; of a mixture or a gamma distribution the mean.
    let typical: Double
    let statistic: String
    let source: Price.Source?

    init?(of id: String) {
      guard let (name, model) = EmulationProfiles.shipped.mainLatency(of: id) else { return nil }
      self.name = name
      statistic = model.median == nil ? "mean" : "median"
      typical = ((model.median ?? model.mean).milliseconds * 10).rounded() / 10
      source = LatencySource.of(id).map { .init(title: $0.title, url: $0.url, date: $0.date) }
    }

    var text: String {
      let milliseconds = typical.rounded() == typical ? "\(Int(typical))" : "\(typical)"
      return "\(name) \(milliseconds) ms"
    }

    private enum CodingKeys: String, CodingKey {
      case name, statistic, source
      case typical = "ms"
    }
  }
}
