import Testing

@testable import LabVoiceActivity

@Suite("Lanes")
struct LanesTests {
  /// Whole numbers, whose sums are exact in any order.
  private func values(_ count: Int) -> [Float] {
    (0..<count).map { Float($0 * 37 % 101 - 50) }
  }

  @Test("sum whole eights and what is left over", arguments: [0, 1, 7, 8, 9, 24, 97])
  func sums(count: Int) {
    let values = values(count)
    #expect(Lanes.sum(count) { values[$0] } == values.reduce(0, +))
  }

  @Test("find the largest wherever it stands", arguments: [1, 7, 8, 9, 24, 71])
  func largest(count: Int) {
    for place in 0..<count {
      var values = [Float](repeating: -3, count: count)
      values[place] = -1
      #expect(Lanes.largest(count) { values[$0] } == -1)
    }
  }

  @Test("limit every number on its own")
  func limits() {
    let limited = Lanes.limited(SIMD8(-9, -2, 0, 1, 2, 3, 8, 80), -2, 8)
    #expect(limited == SIMD8(-2, -2, 0, 1, 2, 3, 8, 8))
  }

  @Test("the exponentials of sixteen numbers are those of each, to the last bit")
  func exponentials() {
    for first in stride(from: -95, through: 95, by: 16) {
      let numbers = (0..<16).map { Float(first) + Float($0) * 1.013 }
      let together = ReproducibleMath.exp(SIMD16<Float>(numbers))
      #expect((0..<16).allSatisfy { together[$0] == ReproducibleMath.exp(numbers[$0]) })
    }
  }
}
