import LabConversation
import LabRecord
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("What speech to text gets of the sound")
struct SpeechGateTests {
  @Test("is the pre-roll, to the sample, and everything after it until the turn is over")
  func preRoll() {
    var gate = SpeechGate(streaming: .speech, preRoll: .milliseconds(50), sampleRate: 16_000)
    let sound = (0..<20).map { index in [UInt8](repeating: UInt8(index), count: 1024) }
    for bytes in sound[..<5] { #expect(gate.pass(bytes) == nil) }
    // 50 ms are 800 samples of two bytes: half of the last buffer but one, and the last one.
    #expect(gate.open() == Array(sound[3].suffix(576) + sound[4]))
    #expect(gate.pass(sound[5]) == sound[5])
    #expect(gate.open() == nil)
    gate.close()
    #expect(gate.pass(sound[6]) == nil)
    #expect(gate.open() == sound[6])
  }

  @Test("is all of it, unless the settings say otherwise")
  func always() {
    var gate = SpeechGate(streaming: .always, preRoll: .zero, sampleRate: 16_000)
    #expect(gate.pass([1, 2]) == [1, 2])
    gate.close()
    #expect(gate.pass([3, 4]) == [3, 4])
  }
}
