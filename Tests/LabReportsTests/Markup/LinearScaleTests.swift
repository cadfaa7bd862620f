import Testing

@testable import LabReports

@Suite("A chart's scale")
struct LinearScaleTests {
  @Test(
    "ends at a round number above the values, and holds zero",
    arguments: [
      (0.0...612.0, 0.0, 700.0, 100.0), (-12...480, -12, 500, 100), (3...7.5, 0, 8, 1),
      (0...0, 0, 0.2, 0.2), (900...2400, 0, 2500, 500), (-40...(-5), -40, 0, 10),
    ])
  func roundEnds(values: ClosedRange<Double>, low: Double, high: Double, step: Double) {
    let scale = LinearScale(values: values, from: 0, to: 100)
    #expect(abs(scale.domain.lowerBound - low) < 1e-9)
    #expect(abs(scale.domain.upperBound - high) < 1e-9)
    #expect(abs(scale.step - step) < 1e-9)
    #expect(scale.ticks.contains(0))
    #expect(scale.ticks.allSatisfy(scale.domain.contains))
  }

  @Test("puts the ends of its values at its ends")
  func positions() {
    let scale = LinearScale(values: 0...100, from: 10, to: 210, ticks: 5)
    #expect(scale(0) == 10)
    #expect(scale(50) == 110)
    #expect(scale(100) == 210)
  }
}
