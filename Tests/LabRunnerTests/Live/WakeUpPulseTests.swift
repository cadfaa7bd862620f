import LabTransport
import Testing

@testable import LabRunner

@Suite("The live driver's wake-ups")
struct WakeUpPulseTests {
  private let pulse = WakeUpPulse()

  @Test("come at the nanosecond while few conversations are had")
  func exact() {
    let due = MonotonicInstant(nanoseconds: 7_123_456)
    #expect(pulse.wakeUp(for: due, among: WakeUpPulse.crowd - 1) == due)
  }

  @Test(
    "keep to the pulse among many, never early and less than a millisecond late",
    arguments: [0, 1, 999_999, 1_000_000, 1_000_001, 123_456_789] as [Int64])
  func pulsed(due: Int64) {
    let wakeUp = pulse.wakeUp(for: MonotonicInstant(nanoseconds: due), among: WakeUpPulse.crowd).nanoseconds
    #expect(wakeUp % WakeUpPulse.interval == 0)
    #expect((0..<WakeUpPulse.interval).contains(wakeUp - due))
  }

  @Test("gather arrivals only in a throng, and only when the next beat is near")
  func arrivals() {
    let wakeUp = MonotonicInstant(nanoseconds: 9_000_000)
    func gathers(_ conversations: Int, at now: Int64, until wakeUp: MonotonicInstant?) -> Bool {
      pulse.gathersArrivals(until: wakeUp, among: conversations) { MonotonicInstant(nanoseconds: now) }
    }
    #expect(gathers(WakeUpPulse.throng, at: 8_000_000, until: wakeUp))
    #expect(!gathers(WakeUpPulse.throng - 1, at: 8_000_000, until: wakeUp))
    #expect(!gathers(WakeUpPulse.throng, at: 7_999_999, until: wakeUp))
    #expect(!gathers(WakeUpPulse.throng, at: 8_000_000, until: nil))
  }
}
