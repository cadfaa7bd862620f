import LabConversation
import LabEmulation
import LabPlan
import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("Runs in virtual time")
struct ReproductionTests {
  typealias Kind = TurnEvent.Kind

  @Test("are equal when plan and seed are equal, with random latencies and networks too")
  func equal() throws {
    #expect(try SmokeRun().results() == SmokeRun().results())
    let random = SmokeRun(network: ["wired", "mobile"], repeats: 2, emulation: .shipped)
    let results = try random.results()
    #expect(try random.results() == results)
    #expect(Set(results.map { $0.turns.map(\.events) }).count == 4)
  }

  @Test("do not change a conversation when a cell is added to the plan")
  func addedCell() throws {
    let alone = SmokeRun(network: ["wired"], repeats: 2, order: .interleaved, emulation: .shipped)
    let among = SmokeRun(
      stt: ["deepgram/nova-2", "deepgram/nova-3"], tts: ["deepgram/aura-2-http", "deepgram/aura-2"],
      network: ["wifi", "wired"], repeats: 2, order: .interleaved, emulation: .shipped)
    func facts(_ run: SmokeRun) throws -> [String: [TurnTrace]] {
      let order = run.order(try run.library)
      let keys = order.conversations.map { order.cells[$0.cell].name + " \($0.iteration)" }
      return Dictionary(uniqueKeysWithValues: zip(keys, try run.results().map { $0.turns.map(\.events) }))
    }
    let (few, many) = (try facts(alone), try facts(among))
    #expect(few.count == 2 && many.count == 16)
    for (key, traces) in few { #expect(many[key] == traces, "\(key)") }
  }

  /// Everything from the model's first token on.
  static let fromFirstToken: Set<Kind> = fromFirstByte.union([
    .llmFirstByte, .llmFirstTokenSent, .llmFirstToken, .llmFirstAnswerToken, .llmFirstSentence, .llmDone,
    .ttsRequested, .ttsRequestReceived,
  ])
  /// Everything from the synthesis's first byte on.
  static let fromFirstByte: Set<Kind> = [
    .ttsFirstByteSent, .ttsFirstByte, .playoutStarted, .ttsFirstAudible, .firstAudibleSample, .ttsDone,
    .playoutFinished,
  ]
  /// Everything from the endpoint on.
  static let fromEndpoint: Set<Kind> = fromFirstToken.union([
    .endpointReached, .turnCommitted, .llmRequested, .llmConnected, .llmRequestReceived,
  ])

  static let delays: [(stage: String, shifted: Set<Kind>)] = [
    ("stt", [.sttFinalSent, .sttFinal]), ("llm", fromFirstToken), ("tts", fromFirstByte),
    ("silence", fromEndpoint),
  ]

  static func delayed(_ stage: String) throws -> SmokeRun {
    var run = SmokeRun()
    let milliseconds = Duration.milliseconds(7)
    switch stage {
    case "stt":
      run.plan.emulation.speechToText["deepgram/nova-3"]?.final = .fixed(milliseconds + .milliseconds(47))
    case "llm":
      run.plan.emulation.languageModels["openai/gpt-4o-mini"]?.firstToken = .fixed(
        milliseconds + .milliseconds(350))
    case "tts":
      run.plan.emulation.textToSpeech["deepgram/aura-2"]?.firstAudio = .fixed(
        milliseconds + .milliseconds(120))
    default:
      let field = try SettingField.named("silenceThresholdMs").orThrow("no setting")
      run.plan.settings = [try field.value("707")]
    }
    return run
  }

  @Test("shift exactly the facts behind a stage by exactly what the stage is slower", arguments: delays)
  func shift(stage: String, shifted: Set<Kind>) throws {
    let before = try #require(try SmokeRun().results().first?.turns.first)
    let after = try #require(try Self.delayed(stage).results().first?.turns.first)
    let old = OfflineDriverTests.instants(before)
    let new = OfflineDriverTests.instants(after)
    for kind in Kind.allCases {
      let expected = old[kind]?.map { shifted.contains(kind) ? $0 + .milliseconds(7) : $0 }
      #expect(new[kind] == expected, "\(kind)")
    }
  }
}
