import LabProviders
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Emulated vendors")
struct EmulatedVendorTests {
  @Test("are vendors of the catalogue, each once")
  func clients() {
    let ids = EmulatedVendor.all.map(\.client.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids).isSubset(of: Vendor.all.map(\.id)))
    let services = Vendor.all.filter { $0.keyVariable != nil }.map(\.id)
    #expect(Set(services).isSubset(of: ids), "A vendor has no emulated half.")
  }

  @Test("have profiles of their own providers only, each with a source")
  func profiles() {
    for vendor in EmulatedVendor.all {
      for name in vendor.profiles.names {
        #expect(name.hasPrefix(vendor.client.id + "/"))
        #expect(LatencySource.of(name) != nil, "\(name)")
      }
    }
  }

  @Test("name the source of the longest pattern that fits")
  func sources() {
    #expect(LatencySource.of("openai/gpt-4o-transcribe-realtime") == .pipecat)
    #expect(LatencySource.of("openai/gpt-4o-transcribe") == .assumed)
    #expect(LatencySource.of("openai/gpt-4.1") == .aiewfEval)
    #expect(LatencySource.of("groq/gpt-oss-120b") == .aiewfEval)
    #expect(LatencySource.of("openai") == nil)
    #expect(LatencySource.of("somebody/new") == nil)
  }

  /// A route at a path of its own that answers for a provider, whether it has a profile or not.
  private func route(_ provider: String) -> EmulatedRoute {
    EmulatedRoute(.http, "/v1/chat/completions") { call in
      EmulatedAnswer(provider: provider, exchange: EmulatedNotFound(path: provider))
    }
  }

  @Test("that share a path leave the answer to the one that has the model")
  func sharedPath() {
    let call = EmulatedCall(
      request: ConnectionRequest(
        transport: .http(method: "POST"), endpoint: .service("h"), target: "/v1/chat/completions?a=b",
        headers: []),
      profiles: .shipped, transcripts: TranscriptIndex(utterances: []), seed: 1)
    let (unknown, known, other) = (route("first/none"), route("openai/gpt-4o"), route("anthropic/none"))
    #expect(EmulatedProviders.answer(to: call, among: [unknown, known, other])?.provider == "openai/gpt-4o")
    #expect(EmulatedProviders.answer(to: call, among: [unknown, other])?.provider == "first/none")
    #expect(EmulatedProviders.answer(to: call, among: [])?.provider == nil)
  }
}
