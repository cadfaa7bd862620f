import Foundation
import LabEmulation
import LabEmulatorServer
import LabProviders
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab doctor --live")
struct DoctorTests {
  /// Emulated providers behind a real socket, and a plan that puts real ones there.
  private struct Services {
    let server: EmulatorServer
    let plan: String
    private let scratch: ScratchFolder

    /// - Parameter lines: What the plan says under `services`, where PORT is the server's and CLOSED nobody's.
    init(_ lines: String, faults: [FaultRule] = [], llm: String = "openai/gpt-4o-mini") throws {
      scratch = try ScratchFolder()
      var profiles = EmulationProfiles.shipped
      profiles.faults = FaultPlan(faults)
      let providers = EmulatedProviders(
        seed: 1, profiles: profiles, transcripts: TranscriptIndex(utterances: []))
      server = EmulatorServer(settings: .init()) { providers.exchange(for: $0) }
      let port = try server.start()
      let other = EmulatorServer(settings: .init()) { providers.exchange(for: $0) }
      let closed = try other.start()
      try other.stop()
      let text = """
        name: doctor
        corpus: \(Repository.file("Corpora/smoke").path)
        workloads: [tutor]
        matrix: { stt: [deepgram/nova-3], llm: [\(llm)], tts: [deepgram/aura-2] }
        services:
          deepgram/nova-3: { base_url: "http://127.0.0.1:\(port)/v1" }
          deepgram/aura-2: { base_url: "http://127.0.0.1:\(port)/v1" }
        \(lines.replacing("PORT", with: "\(port)").replacing("CLOSED", with: "\(closed)"))
        """
      plan = try scratch.write(Array(text.utf8), to: "plan.yaml")
    }
  }

  private static let keys = ["DEEPGRAM_API_KEY": "dg-secret", "OPENAI_API_KEY": "oa-secret"]
  private static let openAI = #"  openai/gpt-4o-mini: { base_url: "http://127.0.0.1:PORT/v1" }"#

  private func doctor(
    _ services: Services, _ options: String..., keys: [String: String] = keys
  ) async throws -> Program.Outcome {
    let arguments = ["doctor", "--live", "--plan", services.plan] + options
    let outcome = try await onOwnThread { Program(variables: keys).run(arguments) }
    try services.server.stop()
    for key in keys.values { #expect(!(outcome.output + outcome.error).contains(key)) }
    return outcome
  }

  private func calls(_ outcome: Program.Outcome) throws -> [String: [String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let providers = try #require(json?["providers"] as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: providers.map { ($0["id"] as? String ?? "", $0) })
  }

  @Test("says of each provider of a plan that it answers, and how soon")
  func works() async throws {
    let outcome = try await doctor(try Services(Self.openAI))
    #expect(outcome.exit == 0, "\(outcome.output)")
    for id in ["deepgram/nova-3", "openai/gpt-4o-mini", "deepgram/aura-2"] {
      let line = outcome.output.split(separator: "\n").first { $0.contains("✓ \(id) works: ") }
      #expect(line?.contains("connected in ") == true && line?.contains("first answer after ") == true)
    }
  }

  @Test("tells a key that is refused, an empty account, a limit and a breakdown apart")
  func refusals() async throws {
    let services = try Services(
      Self.openAI,
      faults: [
        .init(.unauthorized, provider: "deepgram/nova-3"),
        .init(.rateLimited, provider: "openai/*"), .init(.paymentRequired, provider: "deepgram/aura-2"),
      ])
    let outcome = try await doctor(services, "--json")
    #expect(outcome.exit == 78)
    let calls = try calls(outcome)
    #expect(calls["deepgram/nova-3"]?["status"] as? String == "key_refused")
    #expect(calls["openai/gpt-4o-mini"]?["status"] as? String == "rate_limited")
    #expect(calls["deepgram/aura-2"]?["status"] as? String == "no_credit")
    #expect(calls["deepgram/aura-2"]?["first_answer_ms"] is NSNull)
  }

  @Test("says what to do about each")
  func advice() async throws {
    let services = try Services(
      Self.openAI,
      faults: [
        .init(.unauthorized, provider: "openai/*"), .init(.overloaded, provider: "deepgram/nova-3"),
      ])
    let outcome = try await doctor(services)
    #expect(outcome.exit == 78)
    #expect(outcome.output.contains("✗ openai/gpt-4o-mini: The key in OPENAI_API_KEY is refused. ("))
    #expect(outcome.output.contains("\n    Put a valid key for this service into OPENAI_API_KEY.\n"))
    #expect(outcome.output.contains("✗ deepgram/nova-3 failed. ("))
  }

  @Test("finds a server that is not there, a model that it does not have, and one that wants a key")
  func services() async throws {
    let services = try Services(
      """
        own/gone: { base_url: "http://127.0.0.1:CLOSED/v1", model: m }
        own/other: { base_url: "http://127.0.0.1:PORT/v1", model: m, key: OPENAI_API_KEY }
        own/locked: { base_url: "http://127.0.0.1:PORT/v1", model: gpt-4o-mini }
        own/works: { base_url: "http://127.0.0.1:PORT/openai/v1/", model: llama-3.1-8b-instant, key: OPENAI_API_KEY }
      """, llm: "own/works")
    let outcome = try await doctor(services, "--json")
    #expect(outcome.exit == 78)
    let calls = try calls(outcome)
    #expect(
      calls.mapValues { $0["status"] as? String } == [
        "deepgram/nova-3": "works", "deepgram/aura-2": "works", "own/gone": "unreachable",
        "own/other": "not_found", "own/locked": "key_refused", "own/works": "works",
      ])
  }

  @Test("ends with 6 when a service cannot be reached, or when there is none to call")
  func unreachable() async throws {
    let gone = #"  openai/gpt-4o-mini: { base_url: "http://127.0.0.1:CLOSED/v1" }"#
    let outcome = try await doctor(try Services(gone))
    #expect(outcome.exit == 6)
    #expect(outcome.output.contains("✗ openai/gpt-4o-mini cannot be reached. ("))
    let none = Program.run("doctor", "--live")
    #expect(none.exit == 6)
    #expect(none.output.contains("– No provider was called.\n"))
    #expect(none.output.contains("– Not called, because there is no key: ANTHROPIC_API_KEY, "))
  }

  @Test("misses the keys of a plan as a run would")
  func missingKey() async throws {
    let outcome = try await doctor(
      try Services(Self.openAI), keys: ["DEEPGRAM_API_KEY": "dg-secret"])
    #expect(outcome.exit == 78)
    #expect(outcome.output.contains("Not called, because there is no key: OPENAI_API_KEY."))
  }

  @Test("calls every kind of every provider of the catalogue with success", .needs(.realTime))
  func everyProtocol() async throws {
    let entries = ProviderCatalogue.standard.entries.filter { entry in
      entry.engine == nil && EmulationProfiles.shipped.names.contains(entry.id)
    }
    var seen: Set<String> = []
    let lines = entries.filter { seen.insert($0.wireProtocol.name).inserted }.map {
      "  \($0.id): { base_url: \"http://127.0.0.1:PORT\($0.address.basePath)\" }"
    }.filter { !$0.contains("deepgram/nova-3:") && !$0.contains("deepgram/aura-2:") }
    let names = Set(entries.compactMap(\.keyVariable))
    let keys = Dictionary(uniqueKeysWithValues: names.map { ($0, "a-secret-of-" + $0.lowercased()) })
    let outcome = try await doctor(
      try Services(lines.joined(separator: "\n")), "--json", keys: keys)
    for (id, call) in try calls(outcome) {
      #expect(call["status"] as? String == "works", "\(id): \(call["message"] ?? "")")
    }
  }

  @Test("takes a plan only with --live")
  func usage() {
    #expect(Program.run("doctor", "--plan", "x.yaml").exit == 64)
  }
}
