import LabEmulation
import LabProviders
import LabTimeline
import TestSupport
import Testing

@Suite("Emulated OpenAI speech to speech")
struct EmulatedVoiceToVoiceTests {
  private static let known = Recordings.utterance("one", sampleRate: 24_000, lead: 2400, spoken: 18_000)
  private static let target = "/v1/realtime?model=gpt-realtime"
  private static func quiet(_ milliseconds: Int) -> [Int16] {
    [Int16](repeating: 0, count: 24 * milliseconds)
  }

  private static func providers(reply: String = "Good morning to you.") -> EmulatedProviders {
    Services.providers(
      [known],
      profiles: EmulationProfiles(
        speechToText: OpenAIServices.profiles.speechToText,
        speechToSpeech: [
          "openai/gpt-realtime": .init(
            firstAudio: .fixed(.milliseconds(400)), leadingSilence: .fixed(.milliseconds(100)),
            deliverySpeed: 5, messageLength: .milliseconds(200), reply: reply)
        ]))
  }

  /// A session with a model, configured for a silence of 300 ms.
  private static func talk(_ detection: String = "", reply: String = "Good morning to you.") -> RealtimeTalk {
    var talk = RealtimeTalk(providers(reply: reply), target: target)
    talk.say(
      #"{"type":"session.update","session":{"type":"realtime","instructions":"Be kind.","audio":{"input":{"#
        + #""transcription":{"model":"whisper-1"},"#
        + #""turn_detection":{"type":"server_vad","silence_duration_ms":300\#(detection)}}}}}"#)
    return talk
  }

  private static func joined(_ talk: RealtimeTalk, _ type: String) -> String {
    talk.said(type).map { $0.event["delta"]?.string ?? "" }.joined()
  }

  @Test("takes the turn after its silence, answers after its latency, and says so in the service's order")
  func turn() throws {
    var talk = Self.talk()
    talk.stream(Self.known.samples + Self.quiet(400))
    let stopped = try #require(talk.said("input_audio_buffer.speech_stopped").first)
    talk.wait(until: .ms(20_000))
    let first = try #require(talk.said("response.output_audio.delta").first)
    #expect(first.at == stopped.at + .milliseconds(400))
    var order: [String] = []
    for type in talk.types where order.last != type { order.append(type) }
    #expect(
      order.filter { !$0.hasSuffix("delta") && !$0.contains("transcription") } == [
        "session.created", "session.updated", "input_audio_buffer.speech_started",
        "input_audio_buffer.speech_stopped", "input_audio_buffer.committed", "conversation.item.added",
        "conversation.item.done", "response.created", "response.output_item.added", "conversation.item.added",
        "response.content_part.added", "response.output_audio.done", "response.output_audio_transcript.done",
        "response.content_part.done", "conversation.item.done", "response.output_item.done", "response.done",
        "rate_limits.updated",
      ])
    #expect(Self.joined(talk, "response.output_audio_transcript.delta") == "Good morning to you.")
    let heard = talk.said("conversation.item.input_audio_transcription.completed").first
    #expect(heard?.event["transcript"]?.string == "this is one")
  }

  @Test("speaks with the emulated voice, and counts what it read and wrote")
  func sound() throws {
    var talk = Self.talk()
    talk.stream(Self.known.samples + Self.quiet(400))
    talk.wait(until: .ms(20_000))
    let bytes = talk.said("response.output_audio.delta").flatMap {
      Base64Text.decoded($0.event["delta"]?.string ?? "") ?? []
    }
    var voice = EmulatedVoice(text: "Good morning to you.", sampleRate: 24_000, leadingSilence: 2400)
    #expect(bytes == voice.next(samples: .max))
    let response = try #require(talk.said("response.done").first?.event["response"])
    #expect(response["status"]?.string == "completed")
    let usage = try #require(response["usage"])
    let milliseconds = bytes.count / 48
    #expect(usage["output_token_details"]?["audio_tokens"]?.number == Double((milliseconds + 49) / 50))
    #expect(usage["output_token_details"]?["text_tokens"]?.number == 5)
    // "Be kind." and the turn with its padding, 100 ms a token.
    #expect(usage["input_token_details"]?["text_tokens"]?.number == 2)
    #expect(usage["input_token_details"]?["audio_tokens"]?.number == 12)
    #expect(usage["input_token_details"]?["cached_tokens"]?.number == 0)
  }

  private static let long =
    "One two three four five six seven eight nine ten eleven twelve thirteen fourteen."

  @Test("stops when the speaker interrupts, and forgets what was not heard when it is told so")
  func interruption() throws {
    var talk = Self.talk(reply: Self.long)
    talk.stream(Self.known.samples + Self.quiet(800))
    let item = try #require(talk.said("response.output_audio.delta").first?.event["item_id"]?.string)
    talk.stream(Self.known.samples)
    let started = talk.said("input_audio_buffer.speech_started")
    #expect(started.count == 2)
    let done = try #require(talk.said("response.done").first)
    #expect(done.at == started.last?.at)
    #expect(done.event["response"]?["status"]?.string == "cancelled")
    #expect(done.event["response"]?["status_details"]?["reason"]?.string == "turn_detected")
    let deltas = talk.said("response.output_audio.delta").count
    talk.say(
      #"{"type":"conversation.item.truncate","item_id":"\#(item)","content_index":0,"audio_end_ms":300}"#)
    let truncated = try #require(talk.said("conversation.item.truncated").first)
    #expect(truncated.event["audio_end_ms"]?.number == 300)
    #expect(talk.said("response.output_audio.delta").count == deltas)
    talk.say(
      #"{"type":"conversation.item.truncate","item_id":"\#(item)","content_index":0,"audio_end_ms":400,"event_id":"t"}"#
    )
    let error = try #require(talk.events.last?["error"])
    #expect(error["message"]?.string == "Audio content of 300ms is already shorter than 400ms")
    #expect(error["event_id"]?.string == "t")
    talk.say(#"{"type":"conversation.item.retrieve","item_id":"\#(item)"}"#)
    #expect(talk.events.last?["item"]?["content"]?.items.first?["transcript"]?.string == "")
    talk.stream(Self.quiet(400))
    talk.wait(until: .ms(60_000))
    #expect(talk.said("response.done").count == 2)
  }

  @Test("goes on speaking when it may not be interrupted, until the client cancels")
  func cancel() throws {
    var talk = Self.talk(#","interrupt_response":false"#, reply: Self.long)
    talk.stream(Self.known.samples + Self.quiet(800))
    talk.stream(Self.known.samples)
    #expect(talk.said("response.done").isEmpty)
    talk.say(#"{"type":"response.create"}"#)
    #expect(talk.events.last?["error"]?["code"]?.string == "conversation_already_has_active_response")
    talk.say(#"{"type":"response.cancel"}"#)
    let done = try #require(talk.said("response.done").first)
    #expect(done.event["response"]?["status_details"]?["reason"]?.string == "client_cancelled")
    talk.say(#"{"type":"response.cancel"}"#)
    #expect(talk.events.last?["error"]?["code"]?.string == "response_cancel_not_active")
  }

  @Test("answers written words in text when it is asked to, beside the conversation as well")
  func text() throws {
    var talk = RealtimeTalk(Self.providers(), target: Self.target)
    talk.say(
      #"{"type":"conversation.item.create","item":{"type":"message","role":"user","content":[{"type":"input_text","text":"Hi"}]}}"#
    )
    #expect(talk.types.suffix(2) == ["conversation.item.added", "conversation.item.done"])
    talk.say(
      #"{"type":"response.create","response":{"output_modalities":["text"],"conversation":"none","metadata":{"a":"b"}}}"#
    )
    talk.wait(until: .ms(20_000))
    #expect(Self.joined(talk, "response.output_text.delta") == "Good morning to you.")
    let response = try #require(talk.said("response.done").first?.event["response"])
    #expect(response["metadata"]?["a"]?.string == "b")
    #expect(response["usage"]?["output_token_details"]?["audio_tokens"]?.number == 0)
    #expect(talk.said("conversation.item.added").count == 1)
    #expect(talk.said("response.output_audio.delta").isEmpty)
  }

  @Test("keeps a voice that has spoken, and takes turns on command when it has no detector")
  func settings() {
    var talk = RealtimeTalk(Self.providers(), target: Self.target)
    talk.say(
      #"{"type":"session.update","session":{"type":"realtime","audio":{"input":{"turn_detection":null},"output":{"voice":"cedar"}}}}"#
    )
    #expect(talk.events.last?["session"]?["audio"]?["output"]?["voice"]?.string == "cedar")
    #expect(talk.events.last?["session"]?["model"]?.string == "gpt-realtime")
    talk.append(Self.known.samples + Self.quiet(100))
    #expect(talk.types.last == "session.updated")
    talk.say(#"{"type":"input_audio_buffer.commit"}"#)
    #expect(talk.said("response.created").isEmpty)
    talk.say(#"{"type":"response.create"}"#)
    talk.wait(until: .ms(20_000))
    #expect(talk.said("response.done").count == 1)
    talk.say(
      #"{"type":"session.update","session":{"type":"realtime","audio":{"output":{"voice":"marin"}}}}"#)
    #expect(talk.events.last?["error"]?["code"]?.string == "cannot_update_voice")
  }

  @Test("has no model that nobody knows")
  func unknown() {
    var exchange = Self.providers().exchange(
      for: ConnectionRequest(
        transport: .webSocket, endpoint: .service("api.openai.com"), target: "/v1/realtime?model=gpt-9",
        headers: [HeaderField("Authorization", "Bearer key")]))
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    guard case .respond(404, _)? = actions.first else {
      Issue.record("found: \(actions)")
      return
    }
  }
}
