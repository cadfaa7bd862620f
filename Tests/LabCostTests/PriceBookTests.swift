import Foundation
import TestSupport
import Testing

@testable import LabCost

@Suite("The price book")
struct PriceBookTests {
  @Test("that is shipped reads without a problem and is the file of the sources")
  func shipped() throws {
    let path = Repository.file("Sources/LabCost/Book/prices.yaml").path
    #expect(try PriceBook.read(path) == PriceBook.shipped)
    #expect(PriceBook.shipped.asOf == "2026-11-21")
    #expect(PriceBook.shipped.prices.count > 50)
  }

  @Test("names a source with its address and date for every price that is not free")
  func sources() {
    for price in PriceBook.shipped.prices where price.basis != .free {
      #expect(!price.sources.isEmpty && !price.date.isEmpty && price.confidence != nil, "\(price.providers)")
      for source in price.sources {
        #expect(source.url.hasPrefix("https://") && source.date.hasPrefix("2026"), "\(price.providers)")
      }
      // What is no plain list price says why.
      if price.basis != .list { #expect(price.note != nil, "\(price.providers)") }
    }
  }

  @Test("finds an id before a pattern, and of patterns the one that names most")
  func fitting() throws {
    func price(_ provider: String, _ dollars: String) throws -> ProviderPrice {
      ProviderPrice(
        providers: [provider],
        charges: [Charge(.spokenCharacters, try #require(Dollars(decimal: dollars)), per: .thousand)])
    }
    let book = PriceBook(
      asOf: "2026-11-21",
      prices: [
        try price("vendor/*", "1"), try price("vendor/voice-*", "2"), try price("vendor/voice-9", "3"),
      ])
    #expect(book.price(of: "vendor/voice-9")?.charges[0].price == Dollars(decimal: "3"))
    #expect(book.price(of: "vendor/voice-1")?.charges[0].price == Dollars(decimal: "2"))
    #expect(book.price(of: "vendor/other")?.charges[0].price == Dollars(decimal: "1"))
    #expect(book.price(of: "somebody/voice-9") == nil)
  }

  @Test("does not take a transcriber for the language model whose name it begins with")
  func namesakes() {
    let book = PriceBook.shipped
    #expect(book.price(of: "openai/gpt-4o-mini")?.charges.first?.meter == .inputTokens)
    #expect(book.price(of: "openai/gpt-4o-mini-transcribe")?.charges.first?.meter == .speechToTextSeconds)
    #expect(book.price(of: "openai/gpt-4o-mini-tts")?.charges.first?.meter == .spokenSeconds)
    #expect(book.price(of: "openai/gpt-4o-mini-2024") == nil)
    #expect(book.price(of: "playht/play3.0-mini") == nil)
  }

  @Test("reports everything that is wrong with it, each thing with its line")
  func problems() throws {
    let scratch = try ScratchFolder()
    let text = """
      schema: "turnlab.prices/9"
      as_of: "yesterday"
      sources:
        page: {title: "A page", url: "example.com", date: "2026"}
      prices:
      - {provider: ["a/b"], source: [pge], confidence: high, charges: [{meter: stt_seconds, usd: 1e3, per: hour}]}
      - provider: ["a/b"]
        source: [page]
        confidence: certain
        charges:
        - {meter: tts_characters, usd: 1, per: hour}
        - {meter: stt_seconds, usd: 1, per: hour, step: 60}
        - {meter: stt_seconds, usd: 1, per: hour, step: 60, each: request}
      - {provider: ["c/d"], source: [], confidence: low, color: red}
      """
    let path = try scratch.write(Array(text.utf8), to: "prices.yaml")
    let error = try #require(throws: PriceBookError.self) { _ = try PriceBook.read(path) }
    for part in [
      ":1:9: the schema is “turnlab.prices/9”; this version reads “turnlab.prices/1”",
      ":2:8: “yesterday” is no date", ":4:32: “example.com” is no web address",
      ":6:32: “pge” is not among “sources”; did you mean “page”?", "“1e3” is no price",
      ":7:14: “a/b” has a price in line 6 already", "“confidence” cannot be “certain”",
      "“tts_characters” is billed per single, thousand, million, not hour",
      "what is rounded, or has a minimum, is missing", "“round” and “step” belong together",
      "“stt_seconds” is billed twice", "“source” is empty", "neither “charges” nor “tokens”",
      "“color” is not a key of item 3",
    ] {
      #expect(error.problems.contains { $0.contains(part) }, "\(part) in \(error.problems)")
    }
    #expect(error.description.contains("Documentation/cost.md"))
  }
}
