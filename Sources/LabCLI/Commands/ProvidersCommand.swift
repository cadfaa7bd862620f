import ArgumentParser
import LabCost
import LabProviders
import LabRecord
import TurnLab

/// `turnlab providers`: the catalogue.
struct ProvidersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers", abstract: "List the providers that a plan can name.",
    discussion: """
      With what they can do, what they ask, and how long they take by default when they are emulated. --json has all \
      of it, with the source and the date of every price and every latency.
      """)

  @Option(help: "A price book, in place of the shipped one.", completion: .file())
  var prices: String?

  @Flag(help: "Print the catalogue as JSON.")
  var json = false

  func run() throws {
    let book = try prices.map(PriceBook.read) ?? .shipped
    let rows = ProviderCatalogue.standard.entries.map { ProviderRow($0, price: book.price(of: $0.id)) }
    if json {
      Console.current.output(whole: String(decoding: try JSONDocument.bytes(rows), as: UTF8.self))
    } else {
      Console.current.output(ProviderRow.table(rows))
      Console.current.note("Prices of \(book.asOf); ≈ estimated, derived or badly sourced. Sources: --json.")
      Console.current.note(
        "Any program can join them as command/NAME: see “commands” in Documentation/local-engines.md.")
    }
  }
}
