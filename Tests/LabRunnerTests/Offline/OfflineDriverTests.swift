import LabConversation
import LabEmulation
import LabPlan
import LabProviders
import LabRecord
import LabTimeline
import Testing

@testable import LabPipeline
@testable import LabRunner

@Suite("A conversation in virtual time")
struct OfflineDriverTests {
  typealias Kind = TurnEvent.Kind

  /// The first turn by hand, in ms unless said otherwise. Speech begins at 500 and has 33,840 samples: it ends at
  /// 2615. The microphone hands on buffers of 32. There is no network, so what is sent has arrived.
  static let firstTurn: [(Kind, LabInstant)] = [
    (.userSpeechStarted, .ms(500)),
    (.speechDetected, .ms(544)),
    // "What" ends at 773.8, the next buffer at 800; an interim result takes 30.
    (.sttPartial, .ms(830)),
    (.speechEndLocated, .ms(1400)),
    // "area" ends at 1390; 10 of silence are there with the buffer of 1408, and a final result takes 47.
    (.sttFinalizeReceived, .ms(1408)), (.sttFinalSent, .ms(1455)), (.sttFinal, .ms(1455)),
    (.speechEndDetected, .ms(1568)),
    (.speechEndLocated, .ms(2550)),
    (.userSpeechEnded, .ms(2615)),
    // "circle" ends at 2615 in the same way, so nobody has to ask for the transcript.
    (.sttFinalizeReceived, .ms(2656)), (.sttFinalSent, .ms(2703)), (.sttFinal, .ms(2703)),
    (.speechEndDetected, .ms(2720)),
    // 700 after where speech ended, as the detector places it.
    (.endpointReached, .ms(3250)), (.turnCommitted, .ms(3250)), (.llmRequested, .ms(3250)),
    (.llmConnected, .ms(3250)), (.llmRequestReceived, .ms(3250)),
    (.llmFirstByte, .ms(3600)), (.llmFirstTokenSent, .ms(3600)), (.llmFirstToken, .ms(3600)),
    (.llmFirstAnswerToken, .ms(3600)),
    // Token 16 of 28 makes the first chunk certain.
    (.llmFirstSentence, .ms(3750)), (.ttsRequested, .ms(3750)), (.ttsRequestReceived, .ms(3750)),
    (.llmDone, .ms(3870)),
    // The first message holds 60, more than the playout buffer of 40.
    (.ttsFirstByteSent, .ms(3870)), (.ttsFirstByte, .ms(3870)), (.playoutStarted, .ms(3870)),
    // The second message, 6 later, holds the end of 90 of silence and the first audible sample, 2163 of 24 kHz.
    (.ttsFirstAudible, .ms(3876)),
    (.firstAudibleSample, LabInstant(nanoseconds: 3_960_125_000)),
    // Both chunks, 214,320 samples, go out in 60 ms messages 6 apart.
    (.ttsDone, .ms(4764)),
    (.playoutFinished, .ms(12_800)),
  ]

  /// The second turn: it begins 600 ms after the reply's end and has 19,200 samples of speech.
  static let secondTurn: [(Kind, LabInstant)] = [
    (.userSpeechStarted, .ms(13_400)),
    (.speechDetected, .ms(13_472)),
    // "And" ends at 13,600, just when a buffer does.
    (.sttPartial, .ms(13_630)),
    (.speechEndLocated, .ms(14_500)),
    (.userSpeechEnded, .ms(14_600)),
    // Settled 16 before the detector is certain, so nobody has to ask for the transcript.
    (.sttFinalizeReceived, .ms(14_624)), (.sttFinalSent, .ms(14_671)), (.sttFinal, .ms(14_671)),
    (.speechEndDetected, .ms(14_688)),
    (.endpointReached, .ms(15_200)), (.turnCommitted, .ms(15_200)), (.llmRequested, .ms(15_200)),
    // The connection of the first turn is used again.
    (.llmRequestReceived, .ms(15_200)),
    (.llmFirstByte, .ms(15_550)), (.llmFirstTokenSent, .ms(15_550)), (.llmFirstToken, .ms(15_550)),
    (.llmFirstAnswerToken, .ms(15_550)),
    (.llmFirstSentence, .ms(15_640)), (.ttsRequested, .ms(15_640)), (.ttsRequestReceived, .ms(15_640)),
    (.llmDone, .ms(15_700)),
    (.ttsFirstByteSent, .ms(15_760)), (.ttsFirstByte, .ms(15_760)), (.playoutStarted, .ms(15_760)),
    (.ttsFirstAudible, .ms(15_766)),
    (.firstAudibleSample, LabInstant(nanoseconds: 15_850_250_000)),
    (.ttsDone, .ms(16_300)),
    (.playoutFinished, LabInstant(nanoseconds: 21_158_750_000)),
  ]

  static func instants(_ events: [(Kind, LabInstant)]) -> [Kind: [LabInstant]] {
    Dictionary(grouping: events, by: \.0).mapValues { $0.map(\.1) }
  }

  static func instants(_ turn: TurnRecord) -> [Kind: [LabInstant]] {
    instants(turn.events.events.map { ($0.kind, $0.at) })
  }

  @Test("has every fact at the instant that was worked out by hand", arguments: [0, 1])
  func instants(turn: Int) throws {
    let result = try #require(try SmokeRun().results().first)
    let measured = Self.instants(result.turns[turn])
    let expected = Self.instants(turn == 0 ? Self.firstTurn : Self.secondTurn)
    for kind in Kind.allCases { #expect(measured[kind] == expected[kind], "\(kind)") }
    #expect(result.turns[turn].outcome == .completed)
    #expect(result.end.nanoseconds == 21_158_750_000)
  }

  @Test("has the detector's facts where the sound puts them")
  func detector() throws {
    let run = SmokeRun()
    let script = try run.library.script(
      corpus: SmokeRun.corpus, conversation: "tutor-area", sampleRate: 16_000)
    var caller = Caller(script: script, sampleRate: 16_000)
    var sound = Sound.silence(16_000 * 4)
    _ = caller.fill(&sound, from: 0)
    let spans = EnergyReference.spans(in: sound)
    let turn = Self.instants(Self.firstTurn)
    #expect(spans.map { .ms($0.located) } == turn[.speechEndLocated])
    #expect(spans.map { .ms(EnergyReference.buffered($0.noticed)) } == turn[.speechEndDetected])
    #expect(spans.first.map { .ms(EnergyReference.buffered($0.began)) } == turn[.speechDetected]?.first)
  }

  @Test("has the reply's facts where its tokens and its voice put them")
  func reply() throws {
    let prompt = try #require(WorkloadCatalogue.named("tutor")).systemPrompt
    let messages = [
      ChatMessage(role: .system, content: prompt),
      ChatMessage(role: .user, content: "What is the area of a circle"),
    ]
    let reply = try EmulatedReply(to: messages, request: 0, of: SmokeRun())
    let turn = Self.instants(Self.firstTurn)
    func first(_ kind: Kind) throws -> LabInstant { try #require(turn[kind]?.first) }
    func samples(_ count: Int) -> Duration { SamplePosition.duration(ofSamples: count, sampleRate: 24_000) }
    #expect(try first(.llmDone) == .ms(3600) + .milliseconds(10 * (reply.tokens.count - 1)))
    #expect(try first(.llmFirstSentence) == .ms(3600) + .milliseconds(10 * (reply.tokensOfFirstChunk - 1)))
    #expect(reply.onset >= 2160)
    #expect(try first(.firstAudibleSample) == .ms(3870) + samples(reply.onset))
    #expect(try first(.playoutFinished) == .ms(3870) + samples(reply.samples))
  }

  @Test("explains the whole silence, to the nanosecond, with nothing left to nobody")
  func contributions() throws {
    let result = try #require(try SmokeRun().results().first)
    let parts = try #require(CriticalPath.explain(result.turns[0].events)).filter { $0.nanoseconds != 0 }
    #expect(
      parts == [
        Contribution(name: "vad.locate", owner: .pipeline, duration: .milliseconds(-65)),
        Contribution(name: "turn.silence", owner: .setting, duration: .milliseconds(700)),
        Contribution(name: "llm.service", owner: .llm, duration: .milliseconds(350)),
        Contribution(name: "llm.first_sentence", owner: .llm, duration: .milliseconds(150)),
        Contribution(name: "tts.service", owner: .tts, duration: .milliseconds(120)),
        Contribution(name: "tts.leading_silence", owner: .tts, duration: .nanoseconds(90_125_000)),
      ])
    for turn in result.turns {
      let parts = try #require(CriticalPath.explain(turn.events))
      let sum = parts.reduce(0) { $0 + $1.nanoseconds }
      #expect(sum == MetricCatalogue.voiceToVoice.measure(turn.events).value?.nanoseconds)
      #expect(!parts.contains { $0.owner == .unattributed })
    }
  }

  @Test("counts words, frames, connections and what was used")
  func counts() throws {
    let result = try #require(try SmokeRun().results().first)
    let turns = result.turns
    #expect(turns.map(\.counts.words) == [7, 5])
    #expect(turns.map(\.counts.wordErrors) == [0, 0])
    #expect(turns.map(\.counts.falseCutoffs) == [0, 0])
    #expect(turns.map(\.counts.connectionsOpened) == [1, 0])
    #expect(turns.map(\.counts.connectionsReused) == [0, 1])
    #expect(turns.map(\.usage.llmOutputTokens) == [28, 16])
    // Every buffer of 32 ms up to the end, whoever it is booked on.
    let frames = turns.reduce(result.end.counts.frames) { $0 + $1.counts.frames }
    #expect(frames == 21_158 / 32)
    let heard = turns.reduce(result.end.usage.sttSeconds) { $0 + $1.usage.sttSeconds }
    #expect(abs(heard - Double(frames) * 0.032) < 1e-9)
    // From the handshake's 40 ms to the end.
    #expect(result.end.usage.sttConnectionSeconds == 21.11875)
  }
}
