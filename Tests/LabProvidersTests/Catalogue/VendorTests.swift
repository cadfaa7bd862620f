import Testing

@testable import LabProviders

@Suite("Vendors")
struct VendorTests {
  @Test("have ids of their own, with which the ids of all their providers begin")
  func ids() {
    #expect(Set(Vendor.all.map(\.id)).count == Vendor.all.count)
    for vendor in Vendor.all {
      #expect(!vendor.entries.isEmpty, "\(vendor.id)")
      for entry in vendor.entries { #expect(entry.id.hasPrefix(vendor.id + "/")) }
    }
  }

  @Test("have one key for all their services, and engines have none")
  func keys() {
    for vendor in Vendor.all {
      #expect(Set(vendor.entries.map(\.keyVariable)) == [vendor.keyVariable], "\(vendor.id)")
      #expect((vendor.keyVariable == nil) == (vendor.entries.first?.engine != nil), "\(vendor.id)")
    }
  }

  @Test("say where they document their interfaces, and name their models with their own name")
  func names() {
    for vendor in Vendor.all {
      #expect(!vendor.documentation.isEmpty)
      for entry in vendor.entries { #expect(entry.displayName.hasPrefix(vendor.name), "\(entry.id)") }
    }
  }

  @Test("make up the catalogue, stage by stage")
  func catalogue() {
    let catalogue = ProviderCatalogue.standard.entries
    #expect(Set(catalogue.map(\.id)) == Set(Vendor.all.flatMap { $0.entries.map(\.id) }))
    let stages = catalogue.map(\.stage)
    #expect(zip(stages, stages.dropFirst()).count { $0 != $1 } == Set(stages).count - 1)
  }

  @Test("that copy a protocol keep their own name for it, and the family of the original")
  func families() throws {
    let groq = try #require(Vendor.groq.entries.first).wireProtocol
    #expect(groq.name == "groq.chat-completions")
    #expect(groq.family == "openai.chat-completions")
    #expect(Vendor.deepgram.entries.allSatisfy { $0.wireProtocol.family == $0.wireProtocol.name })
  }
}
