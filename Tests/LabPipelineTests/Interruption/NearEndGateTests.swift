import LabConversation
import LabVoiceActivity
import Testing

@testable import LabPipeline

@Suite("The gate against echo and people farther away")
struct NearEndGateTests {
  /// Frames of one level; how many of them pass, in a reply whose sink is silent.
  private func passing(
    _ gate: inout NearEndGate, _ level: Float, frames: Int, isReplying: Bool = true, isCaller: Bool = false
  ) -> Int {
    (0..<frames).count { index in
      let frame = VoiceFrame(endSample: Int64(160 * index), probability: 1, levelDBFS: level)
      gate.hear(frame, isCaller: isCaller)
      return gate.passes(frame, reference: -120, isReplying: isReplying)
    }
  }

  private func gate() -> NearEndGate {
    var gate = NearEndGate(settings: SessionSettings())
    _ = passing(&gate, -24, frames: 120, isReplying: false, isCaller: true)
    return gate
  }

  @Test("lets nobody pass who is much softer than the caller, in the pauses of a reply too")
  func far() throws {
    var gate = gate()
    #expect(abs(try #require(gate.callerLevel) - -24) < 1)
    #expect(passing(&gate, -38, frames: 100) <= 10)
    #expect(passing(&gate, -26, frames: 100) >= 97)
  }

  @Test("is open in the caller's own turn, however softly they speak")
  func ownTurn() {
    var gate = gate()
    #expect(passing(&gate, -45, frames: 50, isReplying: false) == 50)
  }

  @Test("does not take a few loud frames of somebody far away for the caller")
  func peaks() {
    var gate = gate()
    _ = passing(&gate, -38, frames: 20)
    #expect(passing(&gate, -28, frames: 2) == 0)
  }

  @Test("follows a caller who goes away from the microphone so slowly that others do not take their place")
  func moving() throws {
    var gate = gate()
    _ = passing(&gate, -38, frames: 300, isReplying: false, isCaller: true)
    #expect(try #require(gate.callerLevel) > -30)
    _ = passing(&gate, -38, frames: 3000, isReplying: false, isCaller: true)
    #expect(try #require(gate.callerLevel) < -36)
  }
}
