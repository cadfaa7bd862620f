import LabEmulation
import LabProviders
import LabTimeline
import Testing

@Suite("Every streaming speech-to-text provider")
struct EveryStreamingRecogniserTests {
  static let ids = ProviderCatalogue.standard.entries
    .filter {
      $0.stage == .stt && $0.wireProtocol.transport == .webSocket && $0.sampleRates.contains(16_000)
    }
    .map(\.id)

  private func hear(_ id: String, seed: UInt64 = 3) throws -> Listener {
    let known = Recordings.utterance("one")
    let listener = try Listener(
      Services.providers([known], profiles: .shipped, seed: seed), model: id)
    listener.stream(known.samples + [Int16](repeating: 0, count: 4_800))
    listener.finalize()
    listener.stream([Int16](repeating: 0, count: 64_000))
    return listener
  }

  @Test("has a shipped profile", arguments: ids)
  func profile(id: String) {
    #expect(EmulationProfiles.shipped.speechToText[id] != nil)
  }

  @Test("settles the words of a known recording once", arguments: ids)
  func settles(id: String) throws {
    let listener = try hear(id)
    let words = listener.finals.map(\.piece.text).filter { !$0.isEmpty }.joined(separator: " ")
    #expect(listener.failure == nil)
    #expect(words.lowercased().filter { $0.isLetter || $0 == " " } == "this is one")
    listener.close()
    listener.pump.wait(until: listener.pump.now + .seconds(10))
    #expect(listener.pump.events.last?.event == .closed)
  }

  @Test("behaves the same way twice, and otherwise with another seed", arguments: ids)
  func repeats(id: String) throws {
    let first = try hear(id).pump.events
    let again = try hear(id).pump.events
    let other = try hear(id, seed: 4).pump.events
    #expect(first.map(\.at) == again.map(\.at) && first.map(\.event) == again.map(\.event))
    #expect(first.map(\.at) != other.map(\.at))
  }
}
