import LabEmulation
import LabProviders
import LabTimeline
import TestSupport
import Testing

@Suite("Emulated OpenAI transcription in a Realtime session")
struct EmulatedRealtimeTests {
  private static let known = Recordings.utterance("one", sampleRate: 24_000, lead: 2400, spoken: 18_000)
  private static func quiet(_ milliseconds: Int) -> [Int16] {
    [Int16](repeating: 0, count: 24 * milliseconds)
  }

  private func listener(
    _ model: String, transcripts: [KnownUtterance] = [Self.known],
    _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) throws -> Listener {
    var configuration = Services.configuration(sampleRate: 24_000)
    change(&configuration)
    return try Listener(
      OpenAIServices.providers(transcripts), configuration: configuration, model: "openai/" + model)
  }

  @Test("writes down what was committed, after its latency")
  func commit() throws {
    let listener = try listener("gpt-4o-transcribe-realtime")
    listener.pump.wait(until: .ms(1000))
    listener.stream(Self.quiet(500) + Self.known.samples + Self.quiet(200), sampleRate: 24_000)
    let asked = listener.pump.now
    listener.finalize()
    listener.finalize()
    listener.pump.wait(until: asked + .seconds(5))
    #expect(listener.partials == ["this", "this is", "this is one"])
    #expect(listener.finals.map(\.piece.text) == ["this is one"])
    #expect(listener.finals.first?.at == asked + .milliseconds(400))
    #expect(
      listener.finals.first?.piece.farSide == FarSide(received: asked, sent: asked + .milliseconds(400)))
    #expect(listener.failure == nil)
  }

  @Test("shows whisper-1's words at the end only, and those of gpt-realtime-whisper while they are said")
  func models() throws {
    let long = Recordings.utterance("three", sampleRate: 24_000, lead: 2400, spoken: 72_000)
    let whisper = try listener("whisper-1-realtime", transcripts: [long])
    whisper.pump.wait(until: .ms(1000))
    whisper.stream(long.samples + Self.quiet(200), sampleRate: 24_000)
    #expect(whisper.partials.isEmpty)
    whisper.finalize()
    whisper.pump.wait(until: .ms(10_000))
    #expect(whisper.partials == ["this is three"])
    let live = try listener("gpt-realtime-whisper", transcripts: [long])
    live.pump.wait(until: .ms(1000))
    live.stream(long.samples + Self.quiet(300), sampleRate: 24_000)
    #expect(live.partials == ["this", "this is", "this is three"])
    live.finalize()
    live.pump.wait(until: .ms(10_000))
    #expect(live.finals.map(\.piece.text) == ["this is three"])
    #expect(live.partials.count == 3)
  }

  @Test("ends utterances by itself after the silence that it was asked to wait for")
  func detector() throws {
    let listener = try listener("gpt-4o-transcribe-realtime") {
      $0.speechToText.endpointing = .after(.milliseconds(300))
    }
    listener.pump.wait(until: .ms(1000))
    listener.stream(Self.quiet(500) + Self.known.samples + Self.quiet(800), sampleRate: 24_000)
    listener.pump.wait(until: .ms(10_000))
    #expect(listener.finals.map(\.piece.text) == ["this is one"])
    #expect(listener.finals.first?.piece.endsUtterance == true)
    #expect(listener.pump.events.contains { $0.event == .speechStarted })
    #expect(listener.pump.events.contains { $0.event == .endOfTurn })
    // The last loud frame ends at 1350 ms of sound; heard in pieces of 20; 400 ms for the transcript.
    #expect(listener.finals.first?.at == .ms(1000 + 1660 + 400))
    let sent = RealtimeTalk.texts(listener.pump.served)
    let started = try #require(sent.first { $0.contains("speech_started") })
    // 600 ms into the sound, less the padding.
    #expect(started.contains(#""audio_start_ms":300,"#))
    #expect(sent.contains { $0.contains("speech_stopped") && $0.contains(#""audio_end_ms":1660,"#) })
  }

  @Test("says what happens in the service's order, with an id for each event")
  func order() throws {
    var talk = RealtimeTalk(OpenAIServices.providers([Self.known]))
    talk.say(
      #"{"type":"session.update","session":{"type":"transcription","audio":{"input":{"#
        + #""transcription":{"model":"whisper-1","language":"en"},"turn_detection":null}}}}"#)
    talk.append(Self.known.samples + Self.quiet(100))
    talk.say(#"{"type":"input_audio_buffer.commit"}"#)
    talk.append(Self.quiet(100))
    talk.say(#"{"type":"input_audio_buffer.commit"}"#)
    talk.wait(until: .ms(5000))
    #expect(
      talk.types == [
        "session.created", "session.updated", "input_audio_buffer.committed", "conversation.item.added",
        "conversation.item.done", "input_audio_buffer.committed", "conversation.item.added",
        "conversation.item.done", "conversation.item.input_audio_transcription.delta",
        "conversation.item.input_audio_transcription.completed",
        "conversation.item.input_audio_transcription.completed",
      ])
    #expect(Set(talk.events.map { $0["event_id"]?.string ?? "" }).count == talk.events.count)
    let session = try #require(talk.events[1]["session"])
    #expect(session["object"]?.string == "realtime.transcription_session")
    #expect(session["audio"]?["input"]?["format"]?["rate"]?.number == 24_000)
    #expect(session["model"] == nil)
    #expect(talk.events[2]["previous_item_id"]?.isNull == true)
    #expect(talk.events[5]["previous_item_id"]?.string == talk.events[2]["item_id"]?.string)
    let completed = talk.events[9]
    #expect(completed["transcript"]?.string == "this is one")
    #expect(completed["usage"]?["type"]?.string == "duration")
    #expect(completed["item_id"]?.string == talk.events[2]["item_id"]?.string)
  }

  @Test(
    "answers what makes no sense with an error that names the client's event, and goes on",
    arguments: [
      (#"{"type":"input_audio_buffer.commit","event_id":"mine"}"#, "input_audio_buffer_commit_empty"),
      (#"{"type":"input_audio_buffer.append","event_id":"mine"}"#, "missing_required_parameter"),
      (#"{"type":"input_audio_buffer.append","event_id":"mine","audio":"?"}"#, "invalid_value"),
      (#"{"type":"response.create","event_id":"mine"}"#, "invalid_value"),
      (#"{"type":"session.update","event_id":"mine","session":{}}"#, "missing_required_parameter"),
      (#"{"type":"session.update","event_id":"mine","session":{"type":"realtime"}}"#, "invalid_value"),
      (
        #"{"type":"session.update","event_id":"mine","session":{"type":"transcription","audio":{"input":{"transcription":{"model":"x"}}}}}"#,
        "invalid_value"
      ),
    ])
  func errors(event: String, code: String) {
    var talk = RealtimeTalk(OpenAIServices.providers())
    talk.say(event)
    talk.say(#"{"type":"input_audio_buffer.clear"}"#)
    #expect(talk.types == ["session.created", "error", "input_audio_buffer.cleared"])
    #expect(talk.events[1]["error"]?["code"]?.string == code)
    #expect(talk.events[1]["error"]?["event_id"]?.string == "mine")
  }

  @Test("hears the sound of telephones", arguments: ["audio/pcmu", "audio/pcma"])
  func telephone(format: String) {
    var talk = RealtimeTalk(OpenAIServices.providers())
    talk.say(
      #"{"type":"session.update","session":{"type":"transcription","audio":{"input":{"format":{"type":"\#(format)"},"#
        + #""transcription":{"model":"whisper-1"},"turn_detection":null}}}}"#)
    // Half a second of full amplitude, and as much silence; both laws write zero and full amplitude so.
    let (loud, quiet): (UInt8, UInt8) = format == "audio/pcmu" ? (0x80, 0xFF) : (0xAA, 0xD5)
    let sound = [UInt8](repeating: loud, count: 4000) + [UInt8](repeating: quiet, count: 4000)
    talk.append(bytes: sound)
    talk.say(#"{"type":"input_audio_buffer.commit"}"#)
    talk.wait(until: .ms(5000))
    #expect(talk.events.last?["transcript"]?.string == EnergySegmenter.unrecognised)
  }

  @Test("refuses a client without a key, of the beta, or that names no model")
  func refusals() {
    func refusal(_ target: String, _ headers: [HeaderField]) -> [ServerAction] {
      var exchange = OpenAIServices.providers().exchange(
        for: ConnectionRequest(
          transport: .webSocket, endpoint: .service("api.openai.com"), target: target, headers: headers))
      var actions: [ServerAction] = []
      exchange.handle(.opened, at: .origin, into: &actions)
      return actions
    }
    let key = HeaderField("Authorization", "Bearer key")
    func status(_ actions: [ServerAction]) -> Int? {
      if case .respond(let status, _)? = actions.first { status } else { nil }
    }
    #expect(status(refusal("/v1/realtime?intent=transcription", [])) == 401)
    #expect(
      status(refusal("/v1/realtime?intent=transcription", [key, HeaderField("OpenAI-Beta", "realtime=v1")]))
        == 400)
    #expect(status(refusal("/v1/realtime", [key])) == 400)
  }

  @Test("ends a session after an hour")
  func expiry() {
    var talk = RealtimeTalk(OpenAIServices.providers())
    talk.wait(until: .origin + .seconds(3601))
    #expect(talk.events.last?["error"]?["code"]?.string == "session_expired")
    #expect(talk.isClosed)
  }
}
