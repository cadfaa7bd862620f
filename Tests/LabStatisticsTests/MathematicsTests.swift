import Foundation
import Testing

@testable import LabStatistics

/// Reference values from SciPy 1.17.1: `special.gammaln`, `special.betainc`, `stats.norm.ppf`, `stats.norm.sf`.
@Suite("Mathematics")
struct MathematicsTests {
  private func isClose(_ a: Double, _ b: Double, within relative: Double) -> Bool {
    abs(a - b) <= relative * max(abs(b), 1e-300)
  }

  @Test("logarithm and exponential agree with the C library to a few last bits")
  func elementary() {
    for step in -2_000...2_000 {
      let x = Double(step) * 0.3541
      if abs(x) < 700 { #expect(isClose(PortableMath.exp(x), exp(x), within: 6e-16), "exp \(x)") }
      let y = exp(x)
      if y.isNormal { #expect(abs(PortableMath.log(y) - log(y)) <= 4e-16 * max(1, abs(log(y))), "log \(y)") }
      let z = Double(step) * 1e-4
      #expect(isClose(PortableMath.log1p(z), log1p(z), within: 1e-15), "log1p \(z)")
    }
  }

  @Test("logarithm and exponential keep to their limits")
  func limits() {
    #expect(PortableMath.log(0) == -.infinity)
    #expect(PortableMath.log(-1).isNaN)
    #expect(PortableMath.log(.infinity) == .infinity)
    #expect(PortableMath.log(1) == 0)
    #expect(PortableMath.exp(0) == 1)
    #expect(PortableMath.exp(-800) == 0)
    #expect(PortableMath.exp(710) == .infinity)
    #expect(isClose(PortableMath.exp(709.7), exp(709.7), within: 1e-14))
    #expect(PortableMath.exp(-740) == exp(-740))
    #expect(PortableMath.pow(2, 10) == 1_024 || isClose(PortableMath.pow(2, 10), 1_024, within: 1e-14))
    #expect(PortableMath.pow(0, 0.5) == 0)
  }

  @Test(
    "the logarithm of the gamma function is SciPy's",
    arguments: [
      (0.1, 2.252712651734206), (0.5, 0.5723649429247), (2.5, 0.2846828704729192), (11.9, 17.25847745059552),
      (12, 17.502307845873887), (100.25, 360.28455963776423), (5_000, 37_582.62631568535),
    ])
  func logGamma(x: Double, expected: Double) {
    #expect(isClose(GammaFunctions.logGamma(x), expected, within: 1e-13))
  }

  @Test(
    "the incomplete beta function is SciPy's",
    arguments: [
      (0.5, 0.5, 0.3, 0.36901011956554536), (2, 3, 0.5, 0.6875), (10.1, 90.9, 0.1, 0.5353464497927654),
      (50.5, 50.5, 0.52, 0.6558495378027422), (180.9, 20.1, 0.9, 0.47496472082602914),
      (1.5, 300, 0.002, 0.2475237084968518),
    ])
  func beta(a: Double, b: Double, x: Double, expected: Double) {
    #expect(isClose(GammaFunctions.regularizedBeta(x, a: a, b: b), expected, within: 1e-11))
    #expect(abs(GammaFunctions.regularizedBeta(1 - x, a: b, b: a) - (1 - expected)) < 1e-11)
  }

  @Test(
    "the normal quantile is SciPy's, far into the tail",
    arguments: [
      (1e-300, -37.0470962993612), (1e-20, -9.262340089798409), (1e-5, -4.264890793922825),
      (0.005, -2.575829303548901), (0.07, -1.4757910281791706), (0.08, -1.4050715603096329),
      (0.25, -0.6744897501960817), (0.5, 0), (0.6, 0.2533471031357997), (0.975, 1.959963984540054),
      (0.999999, 4.753424308817087),
    ])
  func normalQuantile(probability: Double, expected: Double) {
    #expect(
      isClose(NormalDistribution.quantile(probability), expected, within: 2e-15 + (expected == 0 ? 1 : 0)))
  }

  @Test("the normal quantile is infinite at certainty and undefined beyond")
  func normalQuantileLimits() {
    #expect(NormalDistribution.quantile(0) == -.infinity)
    #expect(NormalDistribution.quantile(1) == .infinity)
    #expect(NormalDistribution.quantile(-0.1).isNaN)
  }

  @Test(
    "the normal upper tail is SciPy's",
    arguments: [
      (-3, 0.9986501019683699), (-0.5, 0.6914624612740131), (0, 0.5), (0.1, 0.460172162722971),
      (1, 0.15865525393145707), (1.96, 0.024997895148220435), (2.4, 0.008197535924596131),
      (2.6, 0.004661188023718747), (4.566, 2.485593823023871e-06), (8, 6.22096057427174e-16),
      (20, 2.7536241186061556e-89), (37, 5.7255712225239266e-300),
    ])
  func normalTail(z: Double, expected: Double) {
    #expect(isClose(NormalDistribution.upperTail(z), expected, within: 1e-12))
  }

  @Test("a compensated sum keeps small values beside large ones")
  func compensated() {
    #expect(CompensatedSum.of([1e16, 1, 1, -1e16]) == 2)
    #expect(CompensatedSum.of([]) == 0)
  }
}
