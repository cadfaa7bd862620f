import Foundation
import LabConversation
import LabEmulation
import LabPlan
import LabProviders
import LabTimeline

@testable import LabRunner

/// What the emulated model answers in the smoke conversation, asked of the service directly, and what comes of it.
struct EmulatedReply {
  var tokens: [String] = []
  /// The chunks, and how many tokens had been read when the first was ready.
  var chunks: [String] = []
  var tokensOfFirstChunk = 0

  init(to messages: [ChatMessage], request id: Int, of run: SmokeRun) throws {
    let request = try Self.request(messages, id: id)
    let providers = EmulatedProviders(
      seed: run.plan.seed, profiles: run.plan.emulation, transcripts: TranscriptIndex(utterances: []))
    var exchange = providers.exchange(for: request)
    var actions: [ServerAction] = []
    exchange.handle(.opened, at: .origin, into: &actions)
    exchange.handle(.timer(ServerTimer(0)), at: .ms(600_000), into: &actions)
    for case .body(let bytes, _) in actions {
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.hasPrefix("data: {") else { continue }
      let chunk = try JSONDecoder().decode(Chunk.self, from: Data(text.dropFirst(6).utf8))
      if let content = chunk.choices.first?.delta.content, !content.isEmpty { tokens.append(content) }
    }
    var chunker = SpeechChunker(settings: SessionSettings())
    for (index, token) in tokens.enumerated() {
      chunks += chunker.append(token)
      if tokensOfFirstChunk == 0, !chunks.isEmpty { tokensOfFirstChunk = index + 1 }
    }
    chunks += chunker.finish()
  }

  private static func request(_ messages: [ChatMessage], id: Int) throws -> ConnectionRequest {
    let configuration = SessionConfiguration(apiKey: "any", sampleRate: 16_000, sessionID: "tutor-area.0")
    var session = try ProviderCatalogue.standard.makeLanguageModel(
      "openai/gpt-4o-mini", configuration: configuration)
    var actions: [LanguageModelAction] = []
    session.request(RequestID(id), messages: messages, at: .origin, into: &actions)
    guard case .open(_, let request)? = actions.first else { throw MissingInTest(what: "a request") }
    return request
  }

  /// The samples of all chunks at 24 kHz, each with 90 ms of silence in front.
  var samples: Int { chunks.reduce(0) { $0 + Self.voice($1).totalSamples } }

  /// The first sample of the first chunk whose magnitude reaches −40 dBFS.
  var onset: Int {
    var voice = Self.voice(chunks[0])
    let bytes = voice.next(samples: 24_000)
    return stride(from: 0, to: bytes.count, by: 2).first {
      abs(Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))) >= 328
    }.map { $0 / 2 } ?? -1
  }

  private static func voice(_ text: String) -> EmulatedVoice {
    EmulatedVoice(text: text, sampleRate: 24_000, leadingSilence: 2160)
  }

  private struct Chunk: Decodable {
    var choices: [Choice]
    struct Choice: Decodable { var delta: Delta }
    struct Delta: Decodable { var content: String? }
  }
}
