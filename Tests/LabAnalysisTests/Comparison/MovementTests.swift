import LabAnalysis
import Testing

@Suite("Movement of pairs")
struct MovementTests {
  private let baselines: [Int64] = [553_123_457, 1_204_998_001, 212_000_003, 801_555_777]

  @Test("One factor behind all pairs is found to the rounding", arguments: [1.01, 0.99, 1.000_01, 2.5])
  func findsFactor(factor: Double) throws {
    let movement = Movement(
      nanoseconds: baselines.map { ($0, Int64((Double($0) * factor).rounded())) })
    let change = try #require(movement.uniformChange)
    #expect(abs(change - (factor - 1)) < 5e-9)
    #expect(movement.moved == 4)
    #expect(movement.uniformMilliseconds == nil)
  }

  @Test("A change of one pair that is off by a microsecond is no common factor")
  func refusesOther() {
    var pairs = baselines.map { (baseline: $0, candidate: Int64((Double($0) * 1.01).rounded())) }
    pairs[2].candidate += 1_000
    #expect(Movement(nanoseconds: pairs).uniformChange == nil)
  }

  @Test("An amount that all pairs share is found, rounding aside")
  func findsDifference() {
    let movement = Movement(nanoseconds: baselines.map { ($0, $0 - 20_000_000) })
    #expect(movement.uniformMilliseconds == -20)
    #expect(movement.uniformChange == nil)
    #expect(movement.faster == 4)
  }

  @Test("Pairs in which the stage is absent do not hide a common factor, pairs that stayed do")
  func handlesAbsence() throws {
    let moved: [(baseline: Int64, candidate: Int64)] = baselines.map { ($0, $0 * 2) }
    let factor = try #require(Movement(nanoseconds: moved + [(0, 0), (0, 0)]).uniformChange)
    #expect(abs(factor - 1) < 1e-8)
    let still = Movement(nanoseconds: moved + [(5_000_000, 5_000_000)])
    #expect(still.uniformChange == nil)
    #expect(still.slower == 4)
    #expect(still.unmoved == 1)
  }

  @Test("Neither one pair nor pairs at rest have anything in common")
  func needsTwo() {
    #expect(Movement(nanoseconds: [(100, 101)]).uniformChange == nil)
    #expect(Movement(nanoseconds: baselines.map { ($0, $0) }).uniformChange == nil)
    #expect(Movement(nanoseconds: []).moved == 0)
  }
}
