import Foundation
import LabAudio
import LabConversation
import LabEmulation
import LabPlan
import LabRecord
import LabTimeline

@testable import LabRunner

/// The conversation of `Corpora/smoke`, had in virtual time without a file: services with fixed latencies, no
/// network, the energy detector. Every instant of it can be worked out by hand.
struct SmokeRun {
  static let corpus = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpora/smoke").path

  var plan: RunPlan

  /// What a conversation left behind.
  struct Result: Hashable {
    var turns: [TurnRecord]
    var end: ConversationRecord
  }

  init(
    stt: [String] = ["deepgram/nova-3"], llm: [String] = ["openai/gpt-4o-mini"],
    tts: [String] = ["deepgram/aura-2"], network: [String] = ["none"], repeats: Int = 1,
    order: RunPlan.Order = .sequential, emulation: EmulationProfiles = Self.fixed
  ) {
    plan = RunPlan(
      name: "smoke", workloads: [.init("tutor", corpus: Self.corpus)],
      matrix: .init(
        stt: stt, llm: llm, tts: tts, vad: ["energy"], network: network, device: ["none"],
        preset: ["balanced"]),
      repeats: repeats, seed: 3, emulation: emulation)
    plan.order = order
  }

  /// Fixed latencies, all different: speech to text 47 ms, model 350 ms and 10 ms a token, synthesis 120 ms with
  /// 90 ms of silence in front of a chunk, delivered ten times faster than real time in messages of 60 ms.
  static var fixed: EmulationProfiles {
    EmulationProfiles(
      speechToText: [
        "deepgram/nova-3": .init(interim: .fixed(.milliseconds(30)), final: .fixed(.milliseconds(47)))
      ],
      languageModels: [
        "openai/gpt-4o-mini": .init(
          firstToken: .fixed(.milliseconds(350)), tokenInterval: .fixed(.milliseconds(10)), sentences: 2...2)
      ],
      textToSpeech: [
        "deepgram/aura-2": .init(
          firstAudio: .fixed(.milliseconds(120)), leadingSilence: .fixed(.milliseconds(90)))
      ])
  }

  var library: CorpusLibrary { get throws { try CorpusLibrary(plan: plan) } }

  func order(_ library: CorpusLibrary) -> WorkOrder {
    WorkOrder(plan: plan, library: library)
  }

  /// Has every conversation of the plan.
  func results() throws -> [Result] {
    let library = try library
    let order = order(library)
    let cells = try order.cells.map { try ResolvedCell($0, in: plan) }
    let factory = PipelineFactory(
      plan: plan, order: order, cells: cells, library: library, services: .emulated())
    let providers = EmulatedProviders(
      seed: plan.seed, profiles: plan.emulation, transcripts: try factory.transcripts())
    return try order.conversations.map { conversation in
      let cell = cells[conversation.cell]
      let network = EmulatedNetwork(
        profile: cell.network, seed: plan.seed, session: PipelineFactory.session(of: conversation))
      var driver = OfflineDriver(
        pipeline: try factory.pipeline(for: conversation), providers: providers, network: network,
        callees: cell.cell.providers, announcement: factory.announcement(of: conversation))
      var turns: [TurnRecord] = []
      let end = driver.run { turns.append($0) }
      return Result(turns: turns, end: end)
    }
  }
}

struct MissingInTest: Error { let what: String }

extension Optional {
  func orThrow(_ what: String) throws -> Wrapped {
    guard let self else { throw MissingInTest(what: what) }
    return self
  }
}
