import LabEmulation
import LabProviders
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabPlan

@Suite("The servers of a plan")
struct ServiceReaderTests {
  private func read(
    _ services: String, llm: String = "own/model", further: String = ""
  ) throws -> RunPlan {
    let scratch = try ScratchFolder()
    let text = """
      name: servers
      workloads: [tutor]
      matrix: { stt: [deepgram/nova-3], llm: [\(llm)], tts: [deepgram/aura-2] }
      \(further)
      services:
      \(services.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      """
    return try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
  }

  private func problems(_ services: String, further: String = "") throws -> [String] {
    let error = #expect(throws: RunError.self) { try read(services, further: further) }
    return error?.problems ?? []
  }

  @Test("stand in the matrix beside the catalogue, with their twins")
  func join() throws {
    let plan = try read(
      """
      own/model:
        base_url: http://127.0.0.1:8000/v1/
        model: Qwen/Qwen3-8B
        like: vllm
        key: OWN_API_KEY
        request: { temperature: 0.2, stop: ["\\n", END], chat_template_kwargs: { enable_thinking: false } }
      whisper/small: { base_url: "https://ears.example", model: small, kind: stt }
      kokoro/heart: { base_url: "http://127.0.0.1:8880/v1", model: kokoro, kind: tts, voice: af_heart, sample_rate: 22050 }
      """)
    #expect(plan.services.map(\.id) == ["own/model", "whisper/small", "kokoro/heart"])
    #expect(plan.services.map(\.stage) == [.llm, .stt, .tts])
    #expect(plan.services.map(\.keyVariable) == ["OWN_API_KEY", nil, nil])
    #expect(plan.services[0].address == (try ServiceAddress(url: "http://127.0.0.1:8000/v1")))
    #expect(plan.services[0].compatible?.like == .vllm)
    #expect(
      plan.services[0].compatible?.requestFields == [
        .init(name: "temperature", json: "0.2"), .init(name: "stop", json: #"["\n","END"]"#),
        .init(name: "chat_template_kwargs", json: #"{"enable_thinking":false}"#),
      ])
    #expect(plan.services[2].sampleRates == [22_050])
    #expect(try plan.catalogue.entry("own/model").model == "Qwen/Qwen3-8B")
    #expect(plan.emulation.servers.keys.sorted() == ["kokoro/heart", "own/model", "whisper/small"])
    #expect(plan.emulation.languageModels["own/model"] != nil)
    #expect(plan.emulatedBasePath(of: "own/model", arm: .candidate) == "/own/model/v1")
    #expect(plan.emulatedBasePath(of: "own/model", arm: .baseline) == "/own/model/v1", "known by its key")
    #expect(plan.emulatedBasePath(of: "whisper/small", arm: .baseline) == "/~baseline/whisper/small")
  }

  @Test("have twins that a plan can make as odd as it likes")
  func quirks() throws {
    let plan = try read(
      "own/model: { base_url: \"http://a/v1\", model: m, like: llama.cpp }",
      further: """
        emulation:
          own/model:
            first_token: { fixed: { ms: 90 } }
            quirks: { role: absent, usage: never, thinking: inline, thinking_tokens: 30, tool_calls: whole,
              says_tool_calls: false, terminator: false, space: false, keep_alive_ms: 0, errors: flat }
        """)
    var wanted = ChatQuirks()
    wanted.role = .absent
    wanted.usage = .never
    wanted.thinking = .inline
    wanted.thinkingTokens = 30
    wanted.toolCalls = .whole
    wanted.saysToolCalls = false
    wanted.terminates = false
    wanted.hasSpace = false
    wanted.errors = .flat
    #expect(plan.emulation.servers["own/model"]?.quirks == wanted)
    #expect(plan.emulation.languageModels["own/model"]?.firstToken == .fixed(.milliseconds(90)))
  }

  @Test("may be a known provider at another address, whose twin stays what it is")
  func override() throws {
    let plan = try read(
      "openai/gpt-4o-mini: { base_url: \"https://eu.api.openai.com/proxy/v1\" }", llm: "openai/gpt-4o-mini")
    let entry = try plan.catalogue.entry("openai/gpt-4o-mini")
    #expect(entry.address == (try ServiceAddress(url: "https://eu.api.openai.com/proxy/v1")))
    #expect(entry.keyVariable == "OPENAI_API_KEY")
    #expect(plan.catalogue.entries.count == ProviderCatalogue.standard.entries.count)
    #expect(plan.emulation == EmulationProfiles.shipped)
    #expect(plan.emulatedBasePath(of: "openai/gpt-4o-mini", arm: .candidate) == "/v1")
  }

  @Test(
    "are refused with the line and what to write instead",
    arguments: [
      ("own/model: { model: m }", "base_url"),
      ("own/model: { base_url: \"http://a/v1\" }", "model"),
      ("own/model: { base_url: 127.0.0.1, model: m }", "must begin with http://"),
      ("own/model: { base_url: \"http://a/v1?x=1\", model: m }", "a host and a path only"),
      ("own/model: { base_url: \"http://a\", model: m, like: vlm }", "vllm"),
      ("own/model: { base_url: \"http://a\", model: m, key: sk-very-secret }", "never stands in a plan"),
      ("own/model: { base_url: \"http://a\", model: m, kind: s2s }", "not a kind of service"),
      ("own/model: { base_url: \"http://a\", model: m, voice: v }", "“voice” is for services of kind tts"),
      ("own/model: { base_url: \"http://a\", model: m, sample_rate: 8000 }", "“sample_rate” is for services"),
      (
        "own/model: { base_url: \"http://a\", model: m, request: { stream: false } }", "“stream” is filled in"
      ),
      ("own/model: { base_url: \"http://a\", model: m, kid: stt }", "kid"),
      ("own: { base_url: \"http://a\", model: m }", "“own” is not a name of a service"),
      ("command/own: { base_url: \"http://a\", model: m }", "“command/own” is not a name of a service"),
      ("openai/gpt-4o: { base_url: \"http://a\", model: m }", "is in the catalogue, which says its “model”"),
      ("template/reply: { base_url: \"http://a\" }", "runs on this machine"),
    ])
  func refuse(services: String, words: String) throws {
    let problems = try problems(services)
    #expect(problems.contains { $0.contains(words) && $0.contains(":6:") }, "\(problems)")
    #expect(!problems.contains { $0.contains("very-secret") })
  }

  @Test("have quirks only where there is a server of one's own")
  func noQuirks() throws {
    let own = "own/model: { base_url: \"http://a\", model: m }"
    let vendor = "emulation: { openai/gpt-4o: { quirks: { usage: never } } }"
    #expect(try problems(own, further: vendor).contains { $0.contains("quirks") })
    let slip = "emulation: { own/model: { quirks: { usage: sometimes } } }"
    #expect(try problems(own, further: slip).contains { $0.contains("usage") })
  }

  @Test("must be the same in a plan and its baseline's where both use them")
  func baselines() throws {
    let here = try read("openai/gpt-4o-mini: { base_url: \"http://a/v1\" }", llm: "openai/gpt-4o-mini")
    let there = try read("own/model: { base_url: \"http://a/v1\", model: m }", llm: "openai/gpt-4o-mini")
    #expect(here.mismatch(with: there)?.contains("“openai/gpt-4o-mini” is another service") == true)
    let own = try read("own/model: { base_url: \"http://a/v1\", model: m }")
    #expect(here.mismatch(with: own) == nil)
    let both = here.adding(own, at: "own.yaml", draws: .common)
    #expect(both.services.map(\.id) == ["openai/gpt-4o-mini", "own/model"])
  }
}
