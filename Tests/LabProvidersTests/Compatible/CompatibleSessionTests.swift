import LabProviders
import LabTimeline
import Testing

@Suite("A session with a server of one's own")
struct CompatibleSessionTests {
  private let id = RequestID(0)

  private func entry(
    _ stage: Stage = .llm, _ server: CompatibleServer = .init(),
    url: String = "http://127.0.0.1:8000/v1"
  ) throws -> ProviderEntry {
    try #require(
      .compatible(
        "own/model", stage: stage, model: "m", address: try ServiceAddress(url: url), server: server,
        keyVariable: nil))
  }

  private func session(
    _ entry: ProviderEntry, key: APIKey = "", maximumTokens: Int? = nil
  ) throws -> any LanguageModelSession {
    var configuration = SessionConfiguration(apiKey: key, sampleRate: 16_000, sessionID: "talk")
    configuration.languageModel.maximumTokens = maximumTokens
    return try ProviderCatalogue(entries: [entry]).makeLanguageModel(
      "own/model", configuration: configuration)
  }

  private func request(
    _ entry: ProviderEntry, key: APIKey = "", maximumTokens: Int? = nil
  ) throws -> ConnectionRequest {
    var session = try session(entry, key: key, maximumTokens: maximumTokens)
    var actions: [LanguageModelAction] = []
    session.request(
      id, messages: [.init(role: .user, content: "Hi")], at: .origin, into: &actions)
    guard case .open(_, let request) = actions.first else { throw Missing() }
    return request
  }

  private struct Missing: Error {}

  @Test("goes to its address, with or without TLS, a path and a slash at the end")
  func addresses() throws {
    for (url, wanted) in [
      ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000/v1/chat/completions"),
      ("http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1/chat/completions"),
      (
        "https://models.example/team-a/openai/v1//",
        "https://models.example:443/team-a/openai/v1/chat/completions"
      ),
      ("http://[::1]:11434/v1", "http://[::1]:11434/v1/chat/completions"),
      ("http://localhost", "http://localhost:80/chat/completions"),
    ] { #expect(try request(try entry(url: url)).url == wanted) }
  }

  @Test("sends no header for a key that there is not, and a key where there is one")
  func keys() throws {
    #expect(try request(try entry()).headers.value(of: "Authorization") == nil)
    #expect(try request(try entry(), key: "k").headers.value(of: "Authorization") == "Bearer k")
  }

  @Test("asks in words that the server knows, with the plan's further fields")
  func bodies() throws {
    let server = CompatibleServer(
      like: .ollama,
      requestFields: [
        .init(name: "temperature", json: "0.2"),
        .init(name: "chat_template_kwargs", json: #"{"enable_thinking":false}"#),
      ])
    let body = String(
      decoding: try request(try entry(.llm, server), maximumTokens: 80).body, as: UTF8.self)
    #expect(
      body == #"{"model":"m","messages":[{"role":"user","content":"Hi"}],"stream":true,"#
        + #""stream_options":{"include_usage":true},"max_tokens":80,"temperature":0.2,"#
        + #""chat_template_kwargs":{"enable_thinking":false}}"#)
    let vllm = try entry(.llm, .init(like: .vllm))
    let other = String(decoding: try request(vllm, maximumTokens: 80).body, as: UTF8.self)
    #expect(other.contains(#""max_completion_tokens":80"#))
  }

  /// What the session says about a stream.
  private func events(_ stream: String, status: Int = 200) throws -> [LanguageModelEvent] {
    var session = try session(try entry())
    var actions: [LanguageModelAction] = []
    session.request(id, messages: [], at: .origin, into: &actions)
    let type = status == 200 ? "text/event-stream" : "application/json"
    let head = ResponseHead(status: status, headers: [.init("Content-Type", type)], setup: .reused)
    for event in [WireEvent.opened(head), .body(Array(stream.utf8)), .bodyEnded] {
      session.receive(WireArrival(event), on: ConnectionKey(0), at: .origin, into: &actions)
    }
    return actions.compactMap { if case .emit(let event) = $0 { event } else { nil } }
  }

  private func failure(_ events: [LanguageModelEvent]) -> ProviderFailure? {
    for case .failed(_, let failure) in events { return failure }
    return nil
  }

  @Test(
    "understands an error in the middle of a stream",
    arguments: [
      (#"{"error":{"message":"full","type":"unavailable_error","code":503}}"#, "overloaded"),
      (#"{"error":{"message":"who?","type":"x","code":401}}"#, "unauthorized"),
      (#"{"object":"error","message":"out of memory","code":500}"#, "server_error"),
      (#"{"x_groq":{"error":{"message":"slow","code":"rate_limit_exceeded"}}}"#, "rate_limited"),
      (#"{"error":"model crashed"}"#, "server_error"),
    ])
  func streamErrors(chunk: String, code: String) throws {
    #expect(failure(try events("data: \(chunk)\n\ndata: [DONE]\n\n"))?.code == code)
  }

  @Test(
    "understands a refusal, however it is written",
    arguments: [
      #"{"error":{"message":"no such model","code":404}}"#, #"{"error":"no such model"}"#,
      #"{"object":"error","message":"no such model","type":"NotFoundError","param":null,"code":404}"#,
      #"{"detail":"no such model"}"#, #"{"detail":[{"loc":["body"],"msg":"no such model"}]}"#,
      #"{"message":"no such model"}"#,
    ])
  func refusals(body: String) throws {
    let failure = failure(try events(body, status: 404))
    #expect(failure?.code == "not_found")
    #expect(failure?.message == "The service answered with status 404: no such model.")
  }

  @Test("says that a refusal has no reason where there is none", arguments: ["<html>", "{}", "null", ""])
  func speechless(body: String) throws {
    #expect(failure(try events(body, status: 502))?.message.contains("no reason given") == true)
  }

  private func delta(_ content: String) -> String {
    #"data: {"choices":[{"delta":{"content":"\#(content)"}}]}"# + "\n\n"
  }

  @Test(
    "takes thoughts out of an answer that begins with them, and nothing out of any other",
    arguments: [
      (["<think>", "hm", "</think>", "\\n\\nYes."], "hm", "Yes."),
      (["<thi", "nk>hm</th", "ink>Yes."], "hm", "Yes."),
      ([" \\n<think>a < b </t", "hen</think>No."], "a < b </then", "No."),
      (["<", "b>Yes</b>"], "", "<b>Yes</b>"), (["Say <think>", " aloud"], "", "Say <think> aloud"),
      (["<think>never", " ends </th"], "never ends </th", ""), (["<th"], "", "<th"),
    ])
  func inlineThoughts(pieces: [String], thought: String, answer: String) throws {
    let stream =
      pieces.map(delta).joined()
      + #"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"# + "\n\n"
    let events = try events(stream)
    var (thoughts, words) = ("", "")
    for event in events {
      if case .reasoning(_, let text, _) = event { thoughts += text }
      if case .token(_, let text, _) = event { words += text }
    }
    #expect(thoughts == thought)
    #expect(words == answer)
    #expect(events.last == .finished(id, .stop, nil))
  }

  @Test("reads thoughts from whichever field is not empty")
  func emptyField() throws {
    let chunk = #"data: {"choices":[{"delta":{"reasoning_content":"","reasoning":"hm"}}]}"# + "\n\n"
    #expect(try events(chunk).contains(.reasoning(id, "hm", nil)))
  }

  @Test("uploads speech and fetches speech without a key, and names the server when it refuses")
  func audio() throws {
    let ear = try entry(.stt)
    let mouth = try entry(.tts, .init(voice: "af_bella"))
    let configuration = SessionConfiguration(apiKey: "", sampleRate: 24_000, sessionID: "talk")
    let catalogue = { ProviderCatalogue(entries: [$0]) }
    var speech = try catalogue(mouth).makeTextToSpeech("own/model", configuration: configuration)
    var spoken: [TextToSpeechAction] = []
    speech.speak(id, text: "Hello.", at: .origin, into: &spoken)
    guard case .open(_, let request) = spoken.first else { throw Missing() }
    #expect(request.url == "http://127.0.0.1:8000/v1/audio/speech")
    #expect(request.headers.value(of: "Authorization") == nil)
    #expect(String(decoding: request.body, as: UTF8.self).contains(#""voice":"af_bella""#))
    speech.receive(
      WireArrival(.opened(.init(status: 400, headers: [], setup: .reused))), on: ConnectionKey(0),
      at: .origin,
      into: &spoken)
    speech.receive(
      WireArrival(.body(Array(#"{"detail":"no voice"}"#.utf8))), on: ConnectionKey(0), at: .origin,
      into: &spoken)
    speech.receive(WireArrival(.bodyEnded), on: ConnectionKey(0), at: .origin, into: &spoken)
    let refusals = spoken.compactMap { action -> String? in
      if case .emit(.failed(_, let failure)) = action { failure.message } else { nil }
    }
    #expect(refusals == ["own/model answered with status 400: no voice."])

    var hearing = try catalogue(ear).makeSpeechToText("own/model", configuration: configuration)
    var heard: [SpeechToTextAction] = []
    hearing.open(at: .origin, into: &heard)
    hearing.speechStarted(at: .origin, into: &heard)
    hearing.append(audio: [UInt8](repeating: 1, count: 48_000), at: .origin, into: &heard)
    hearing.finalize(at: .origin, into: &heard)
    let uploads = heard.compactMap { action -> ConnectionRequest? in
      if case .open(_, let request) = action { request } else { nil }
    }
    #expect(uploads.map(\.url) == ["http://127.0.0.1:8000/v1/audio/transcriptions"])
    #expect(uploads.first?.headers.value(of: "Authorization") == nil)
    // Most servers cannot stream transcripts, and some refuse the wish.
    #expect(!String(decoding: uploads[0].body.prefix(600), as: UTF8.self).contains("stream"))
  }
}
