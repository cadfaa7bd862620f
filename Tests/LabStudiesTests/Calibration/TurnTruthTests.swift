import LabTimeline
import Testing

@testable import LabStudies

@Suite("The planted truth of a turn")
struct TurnTruthTests {
  private static let cell = PlantedCell(
    recogniser: .init(
      provider: "deepgram/nova-3", handshake: 20_000_000, interim: 60_000_000, final: 200_000_000),
    model: .init(provider: "openai/gpt-4o", firstToken: 300_000_000, tokenInterval: 10_000_000),
    synthesiser: .init(
      provider: "deepgram/aura-2-http", handshake: 0, firstAudio: 150_000_000, leadingSilence: 90_000_000))

  private func truth(_ cell: PlantedCell = cell, cold: Bool = true) throws -> [String: Int64] {
    // Speech from 0.5 s on: with 1.2 s of it, it ends at 1.7 s.
    let truth = try #require(
      TurnTruth(
        cell: cell, way: PlantedNetworkPath(oneWay: 7_000_000, nameLookup: 3_000_000),
        utterance: CalibrationUtterance.conversation[0], at: 8000, isCold: cold))
    return Dictionary(
      uniqueKeysWithValues: MetricCatalogue.all.compactMap { metric in
        truth.value(of: metric).map { (metric.id, $0) }
      })
  }

  @Test("is what a reader works out with the plan in hand")
  func byHand() throws {
    let truth = try truth()
    // A hop is loud by the level of its last 20 ms, so the one that ends at 510 is the first; the third ends at 530,
    // in the buffer that is full at 544.
    #expect(truth["vad.onset"] == 44_000_000)
    // The first word ends at 800, as does its buffer; interim 60, and 7 there and back.
    #expect(truth["stt.first_partial"] == 374_000_000)
    // Speech ends at 1700; the hop that ends at 1710 still has half of it. Eight more hops end at 1790, the buffer is
    // full at 1792.
    #expect(truth["vad.offset"] == 92_000_000)
    // Asked for at 1792. The service has settled by itself what the buffer full at 1728 completed: 200, and 7 there and
    // back, so that its transcript is the next one, at 1942.
    #expect(truth["stt.finalize"] == 150_000_000)
    // The one asked for comes at 2006; 500 of silence after 1710 are over at 2210.
    #expect(truth["stt.ttfs"] == 306_000_000)
    #expect(truth["turn.endpointing"] == 510_000_000)
    // A name, and two round trips for TCP and TLS, then the request there and the token back.
    #expect(truth["net.llm_setup"] == 31_000_000)
    #expect(truth["llm.ttft"] == 345_000_000)
    #expect(truth["llm.ttfs"] == 395_000_000)
    #expect(truth["tts.ttfb"] == 195_000_000)
    // 90 of silence end in the second message of 60, which comes 6 later.
    #expect(truth["tts.ttfa"] == 201_000_000)
    let playout = try #require(truth["playout.start"])
    #expect((90_000_000...92_000_000).contains(playout))
    #expect(truth["turn.v2v"] == 510_000_000 + 395_000_000 + 195_000_000 + playout)
  }

  @Test("leaves setting up out when a connection is open already")
  func reused() throws {
    let truth = try truth(cold: false)
    #expect(truth["net.llm_setup"] == nil)
    #expect(truth["llm.ttft"] == 314_000_000)
    #expect(truth["tts.ttfb"] == 164_000_000)
  }

  @Test("lets a turn wait for a transcript that comes after the silence")
  func slowTranscript() throws {
    var cell = Self.cell
    cell.recogniser.final = 650_000_000
    let truth = try truth(cell)
    // The service settles by itself 10 ms after the end, in the buffer that is full at 1728.
    let settled: Int64 = (1728 + 650 + 14) * 1_000_000
    #expect(truth["turn.endpointing"] == settled - 1_700_000_000)
    // The answer to the request comes after the commit and is none of the turn's.
    #expect(truth["stt.finalize"] == settled - 1_792_000_000)
  }

  @Test("is known for every metric of the catalogue, or says why not")
  func everyMetric() {
    for metric in MetricCatalogue.all where PlantedTruth.reasonForNone(metric) == nil {
      let isInterruption = metric.group == .interruption
      let value =
        isInterruption
        ? TurnTruth.value(of: metric, interruption: CalibrationUtterance.conversation[1], at: 8000)
        : try? truth()[metric.id]
      #expect(value != nil, "\(metric.id)")
    }
  }
}
