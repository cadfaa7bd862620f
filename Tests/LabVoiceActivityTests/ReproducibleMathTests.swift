import Foundation
import Testing

@testable import LabVoiceActivity

@Suite("Reproducible mathematics")
struct ReproducibleMathTests {
  @Test("the logarithm agrees with the C library's over the whole range of positive numbers")
  func logarithm() {
    for step in -1_200...1_200 {
      let x = Float(Foundation.exp(Double(step) * 0.0719))
      guard x.isNormal else { continue }
      let expected = Foundation.log(Double(x))
      #expect(abs(Double(ReproducibleMath.log(x)) - expected) <= 3e-7 * max(1, abs(expected)), "x = \(x)")
    }
  }

  @Test("the exponential agrees with the C library's within its limits, and holds there")
  func exponential() {
    for step in -8_700...8_700 {
      let x = Float(step) * 0.01
      let expected = Foundation.exp(Double(x))
      #expect(abs(Double(ReproducibleMath.exp(x)) / expected - 1) <= 3e-7, "x = \(x)")
    }
    #expect(ReproducibleMath.exp(-1_000) == ReproducibleMath.exp(-87))
    #expect(ReproducibleMath.exp(1_000) == ReproducibleMath.exp(88))
  }

  @Test("the logistic function is a half at zero and goes to its limits")
  func logistic() {
    #expect(ReproducibleMath.logistic(0) == 0.5)
    #expect(ReproducibleMath.logistic(50) == 1)
    #expect(ReproducibleMath.logistic(-50) < 1e-20)
  }

  @Test("known arguments give the very bits that every machine has to give")
  func bits() {
    #expect(ReproducibleMath.log(2).bitPattern == 0x3F31_7218)
    #expect(ReproducibleMath.exp(1).bitPattern == 0x402D_F854)
  }

  @Test("the window's squares sum to the energy asked for and it matches the cosine's values")
  func window() {
    for count in [320, 480, 960, 1_920] {
      let window = HannWindow(count: count, energy: 1).values
      #expect(abs(window.reduce(0) { $0 + Double($1) * Double($1) } - 1) < 1e-6)
      let scale = 1 / (0.375 * Double(count)).squareRoot()
      for index in 0..<count {
        let expected = scale * (0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(count)))
        #expect(abs(Double(window[index]) - expected) < 1e-8)
      }
    }
  }
}
