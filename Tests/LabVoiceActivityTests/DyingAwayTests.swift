import Testing

@testable import LabVoiceActivity

@Suite("A voice that dies away")
struct DyingAwayTests {
  private let parameters = SpectralDetector.Parameters.DyingAway()

  private func amounts(_ frames: [(fall: Float, voicing: Float)]) -> [Float] {
    var rule = DyingAway(parameters)
    return frames.map { rule.amount(fall: $0.fall, voicing: $0.voicing) }
  }

  @Test("is believed the less the softer and the longer without voice it is")
  func fades() {
    let amounts = amounts(Array(repeating: (fall: -20, voicing: -1), count: 20))
    #expect(amounts.prefix(12).allSatisfy { $0 == 0 })
    #expect(amounts[12] > 0 && amounts[12] < amounts[13])
    #expect(amounts[15...].allSatisfy { $0 == parameters.most })
    let softer = self.amounts(Array(repeating: (fall: -7.5, voicing: -1), count: 20))
    #expect(softer[19] > 0 && softer[19] < parameters.most)
  }

  @Test("is believed as before while it is voiced, a consonant long, or as loud as before")
  func goesOn() {
    #expect(amounts(Array(repeating: (fall: -20, voicing: -0.2), count: 40)).allSatisfy { $0 == 0 })
    #expect(amounts(Array(repeating: (fall: -4, voicing: -1), count: 40)).allSatisfy { $0 == 0 })
    let consonants = (0..<40).map { (fall: Float(-20), voicing: $0 % 9 == 0 ? Float(-0.2) : -1) }
    #expect(amounts(consonants).allSatisfy { $0 == 0 })
  }

  @Test("how far a value stands above its lowest counts a third of a second back")
  func lift() {
    var lift = Lift()
    #expect(lift.update(0.5) == 0)
    #expect(lift.update(1.5) == 1)
    for _ in 0..<30 { #expect(lift.update(1.5) == 1) }
    #expect(lift.update(1.5) == 0)
    #expect(lift.update(0.25) == 0)
    #expect(lift.update(0.75) == 0.5)
  }
}
