import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("Long messages of sound")
struct SoundMessageRunTests {
  @Test("delay what is heard, and lose and double nothing: the same words are understood and charged")
  func pipeline() throws {
    let short = try ShortRun(repeats: 1)
    let long = try ShortRun(repeats: 1, adding: "settings: { uplinkMessageMs: 100 }")
    func turns(_ run: ShortRun) throws -> [TurnRecord] {
      var turns: [TurnRecord] = []
      for line in try run.record("record").split(separator: 0x0A) {
        switch try RecordEncoding.decode(line) {
        case .turn(let turn): turns.append(turn)
        case .conversation(let whole):
          // All that the microphone heard is charged, however it was sent: buffers of 32 ms, with those around the turn.
          let turn = try #require(turns.last { $0.conversation == whole.conversation })
          let heard = Double(turn.counts.frames + whole.counts.frames) * 0.032
          #expect(abs(turn.usage.sttSeconds + whole.usage.sttSeconds - heard) < 1e-9)
        case .header, .footer: break
        }
      }
      return turns
    }
    let (plain, joined) = (try turns(short), try turns(long))
    #expect(!plain.isEmpty && plain.count == joined.count)
    for (one, other) in zip(plain, joined) {
      #expect(one.outcome == other.outcome)
      #expect(one.counts.wordErrors == other.counts.wordErrors)
      let partials = [one, other].map { $0.events.first(.sttPartial)?.nanoseconds ?? 0 }
      #expect(partials[0] < partials[1])
    }
  }
}
