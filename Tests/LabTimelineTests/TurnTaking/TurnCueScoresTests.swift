import Foundation
import LabTimeline
import Testing

@Suite("The scores of the cues")
struct TurnCueScoresTests {
  @Test("halve and double the pause")
  func factor() {
    var scores = TurnCueScores()
    #expect(scores.pauseFactor() == 1)
    scores[.sentence] = 1000
    #expect(abs(scores.pauseFactor() - 0.5) < 1e-12)
    scores[.filler] = -2000
    #expect(abs(scores.pauseFactor() - 2) < 1e-12)
    #expect(abs(scores.pauseFactor(without: [.filler]) - 0.5) < 1e-12)
  }

  @Test("never make a pause shorter than a quarter or longer than four times the neutral one")
  func limits() {
    var scores = TurnCueScores()
    scores[.pitch] = 100_000
    #expect(abs(scores.pauseFactor() - 0.25) < 1e-9)
    scores[.pitch] = -100_000
    #expect(abs(scores.pauseFactor() - 4) < 1e-9)
  }

  @Test("are written without the cues that say nothing, and read back")
  func encoding() throws {
    var scores = TurnCueScores()
    scores[.list] = -700
    let bytes = try JSONEncoder().encode(scores)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"list":-700}"#)
    #expect(try JSONDecoder().decode(TurnCueScores.self, from: bytes) == scores)
  }
}
