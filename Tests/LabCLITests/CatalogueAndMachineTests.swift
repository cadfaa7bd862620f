import Foundation
import LabProviders
import Testing

@testable import LabCLI

@Suite("turnlab providers, doctor and itself")
struct CatalogueAndMachineTests {
  @Test("lists every provider of the catalogue, as a table and as JSON")
  func listsProviders() throws {
    let ids = ProviderCatalogue.standard.entries.map(\.id)
    let table = Program.run("providers")
    #expect(table.exit == 0)
    let rows = table.output.split(separator: "\n")
    #expect(rows.first?.hasPrefix("provider ") == true)
    #expect(rows.dropFirst().map { String($0.prefix { $0 != " " }) } == ids)

    let json = try JSONSerialization.jsonObject(with: Data(Program.run("providers", "--json").output.utf8))
    let entries = try #require(json as? [[String: Any]])
    #expect(entries.compactMap { $0["id"] as? String } == ids)
    #expect(entries.first?["key_variable"] as? String == "DEEPGRAM_API_KEY")
  }

  @Test("says of every emulated provider how long it takes, with the source and its day")
  func latencies() throws {
    let json = try JSONSerialization.jsonObject(with: Data(Program.run("providers", "--json").output.utf8))
    let entries = try #require(json as? [[String: Any]])
    for entry in entries where entry["emulated"] as? Bool == true {
      let latency = try #require(entry["latency"] as? [String: Any], "\(entry["id"] ?? "")")
      #expect((latency["ms"] as? Double ?? 0) > 0, "\(entry["id"] ?? "")")
      let source = try #require(latency["source"] as? [String: Any], "\(entry["id"] ?? "") has no source")
      // An assumption has no day; a measurement has one.
      #expect(source["title"] as? String == "an assumption of ours" || source["date"] is String)
    }
  }

  @Test("names every vendor that is emulated in the help of emulate")
  func vendors() throws {
    // Long lines are wrapped.
    let help = Program.run("emulate", "--help").output.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    for line in [
      "deepgram: stt (websocket), tts (websocket, http)", "anthropic: llm (http+sse)",
      "openai: stt (websocket, http, http+sse), llm (http+sse), tts (http), s2s (websocket)",
    ] { #expect(help.contains(line), "\(help)") }
    let vendors = Set(
      ProviderCatalogue.standard.entries.filter { $0.engine == nil }.map { $0.id.prefix { $0 != "/" } })
    for vendor in vendors { #expect(help.contains("\(vendor): "), "\(vendor)") }
  }

  @Test("examines the machine and never shows a key")
  func examinesMachine() {
    let outcome = Program.run("doctor", variables: ["OPENAI_API_KEY": "secret"])
    #expect(outcome.exit == 0)
    #expect(outcome.output.contains("✓ The emulator can serve on 127.0.0.1.\n"))
    #expect(outcome.output.contains("✓ The spectral detector runs on FFTW.\n"))
    #expect(outcome.output.contains("✓ OPENAI_API_KEY is set.\n"))
    #expect(outcome.output.contains("– DEEPGRAM_API_KEY is not set.\n    Only needed for --mode live.\n"))
    #expect(!outcome.output.contains("secret"))
  }

  @Test("says its version and its commands on standard output")
  func saysVersion() {
    let version = Program.run("--version")
    #expect((version.exit, version.output) == (0, TurnLabCommand.version + "\n"))
    let help = Program.run("--help")
    #expect(help.exit == 0)
    for command in ["run", "report", "merge", "emulate", "corpus", "providers", "doctor"] {
      #expect(help.output.contains("\n  \(command) "))
    }
  }

  @Test("ends with 64 for a command that it does not know")
  func refusesUnknownCommand() {
    let outcome = Program.run("mesure")
    #expect(outcome.exit == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.contains("'mesure'"))
  }
}
