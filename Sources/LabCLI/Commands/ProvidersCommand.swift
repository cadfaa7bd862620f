import ArgumentParser
import Foundation
import LabEmulation
import LabProviders

/// `turnlab providers`: the catalogue.
struct ProvidersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers", abstract: "List the providers that a plan can name.")

  @Flag(help: "Print the catalogue as JSON.")
  var json = false

  func run() throws {
    let rows = ProviderCatalogue.standard.entries.map(Row.init)
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
      Console.current.output(String(decoding: try encoder.encode(rows), as: UTF8.self))
    } else {
      let header = ["provider", "kind", "transport", "key", "emulated", "capabilities"]
      let cells = rows.map {
        [
          $0.id, $0.kind, $0.transport, $0.keyVariable ?? "–", $0.isEmulated ? "yes" : "no",
          $0.capabilities.joined(separator: ", "),
        ]
      }
      Console.current.output(aligned([header] + cells, leftColumns: 6).joined(separator: "\n"))
      Console.current.note(
        "Any program can join them as command/NAME: see “commands” in Documentation/local-engines.md.")
    }
  }

  /// A provider as it is printed.
  private struct Row: Encodable {
    let id: String
    let kind: String
    let transport: String
    let keyVariable: String?
    let isEmulated: Bool
    let capabilities: [String]
    let sampleRates: [Int]
    let documentation: String

    init(_ entry: ProviderEntry) {
      id = entry.id
      kind = entry.kind.rawValue
      transport = entry.wireProtocol.transport.rawValue
      keyVariable = entry.keyVariable
      isEmulated = EmulationProfiles.shipped.names.contains(entry.id)
      capabilities = entry.capabilities.names
      sampleRates = entry.sampleRates
      documentation = entry.documentation
    }

    private enum CodingKeys: String, CodingKey {
      case id, kind, transport, capabilities, documentation
      case keyVariable = "key_variable"
      case isEmulated = "emulated"
      case sampleRates = "sample_rates_hz"
    }
  }
}
