import Foundation
import Testing

@testable import LabStatistics

@Suite("Seeded generator")
struct SeededGeneratorTests {
  /// Reference: xoshiro256** and SplitMix64 as published, run in Python.
  @Test("draws the published sequence")
  func sequence() {
    var zero = SeededGenerator(seed: 0)
    let zeroDraws = (0..<4).map { _ in zero.next() }
    #expect(
      zeroDraws == [
        0x99EC_5F36_CB75_F2B4, 0xBF6E_1F78_4956_452A, 0x1A5F_849D_4933_E6E0, 0x6AA5_94F1_262D_2D2C,
      ])
    var fortyTwo = SeededGenerator(seed: 42)
    let fortyTwoDraws = (0..<4).map { _ in fortyTwo.next() }
    #expect(
      fortyTwoDraws == [
        0x1578_0B2E_0C2E_C716, 0x6104_D986_6D11_3A7E, 0xAE17_5332_39E4_99A1, 0xECB8_AD47_03B3_60A1,
      ])
  }

  @Test("derives a stream from seed and name by the documented hash")
  func derived() {
    var stream = SeededGenerator(seed: 42).derived(name: "stt/latency")
    #expect(stream.seed == 0x0A8E_55E5_884B_BD7C)
    let first = stream.next()
    #expect(first == 0xE41D_CB5D_615E_11F6)
  }

  @Test("derives the same stream however many numbers were drawn before")
  func derivationIgnoresDraws() {
    let fresh = SeededGenerator(seed: 7)
    var used = fresh
    for _ in 0..<100 { _ = used.next() }
    #expect(used.derived(name: "a") == fresh.derived(name: "a"))
    #expect(fresh.derived(name: "a") != fresh.derived(name: "b"))
    #expect(fresh.derived(name: "a") != SeededGenerator(seed: 8).derived(name: "a"))
    #expect(used != fresh)
  }

  @Test("draws integers below the bound, all of them about equally often")
  func integers() {
    var generator = SeededGenerator(seed: 1)
    var counts = Array(repeating: 0, count: 7)
    for _ in 0..<70_000 { counts[generator.integer(below: 7)] += 1 }
    #expect(counts.allSatisfy { abs($0 - 10_000) < 400 })
    let only = generator.integer(below: 1)
    #expect(only == 0)
  }

  @Test("draws unit numbers strictly between 0 and 1 with the mean and variance of the uniform distribution")
  func unit() {
    var generator = SeededGenerator(seed: 2)
    let draws = (0..<50_000).map { _ in generator.unit() }
    #expect(draws.allSatisfy { $0 > 0 && $0 < 1 })
    expectMoments(of: draws, mean: 0.5, variance: 1 / 12.0)
    var bounded = SeededGenerator(seed: 2)
    let boundedDraws = (0..<100).map { _ in bounded.uniform(in: 3...5) }
    #expect(boundedDraws.allSatisfy { (3...5).contains($0) })
  }

  @Test("draws normal, lognormal, exponential and gamma numbers with the moments that they should have")
  func distributions() {
    var generator = SeededGenerator(seed: 3)
    func draws(_ draw: (inout SeededGenerator) -> Double) -> [Double] {
      (0..<50_000).map { _ in draw(&generator) }
    }
    expectMoments(of: draws { $0.normal(mean: 5, standardDeviation: 2) }, mean: 5, variance: 4)
    expectMoments(of: draws { log($0.lognormal(median: 100, sigma: 0.5)) }, mean: log(100), variance: 0.25)
    expectMoments(of: draws { $0.exponential(mean: 3) }, mean: 3, variance: 9)
    expectMoments(of: draws { $0.gamma(shape: 4, scale: 0.5) }, mean: 2, variance: 1)
    expectMoments(of: draws { $0.gamma(shape: 0.5, scale: 2) }, mean: 1, variance: 2)
  }

  @Test("draws the very bits that every machine has to draw")
  func bits() {
    var generator = SeededGenerator(seed: 11)
    let draws = [
      generator.unit(), generator.normal(), generator.lognormal(median: 200, sigma: 0.3),
      generator.gamma(shape: 2.5, scale: 10), generator.gamma(shape: 0.4, scale: 1),
      generator.exponential(mean: 1),
    ]
    #expect(
      draws.map(\.bitPattern) == [
        4_597_212_321_720_605_906, 13_832_166_671_711_101_822, 4_639_926_026_835_813_259,
        4_626_224_533_237_389_824, 4_603_747_681_472_181_558, 4_601_937_757_902_988_390,
      ])
  }

  @Test("shuffles into every order about equally often")
  func shuffle() {
    var generator = SeededGenerator(seed: 4)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<12_000 {
      var items = [1, 2, 3]
      generator.shuffle(&items)
      counts[items, default: 0] += 1
    }
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { abs($0 - 2_000) < 200 })
  }

  @Test("says true as often as the chance")
  func chance() {
    var generator = SeededGenerator(seed: 5)
    let hits = (0..<20_000).count { _ in generator.chance(0.03) }
    #expect(abs(hits - 600) < 100)
    let never = generator.chance(0)
    let always = generator.chance(1)
    #expect(!never && always)
  }

  /// Five standard errors of slack each.
  private func expectMoments(of draws: [Double], mean: Double, variance: Double) {
    let count = Double(draws.count)
    let seen = draws.reduce(0, +) / count
    let squares = draws.map { ($0 - mean) * ($0 - mean) }
    let seenVariance = squares.reduce(0, +) / count
    let spread = squares.map { ($0 - variance) * ($0 - variance) }.reduce(0, +) / count
    #expect(abs(seen - mean) < 5 * (variance / count).squareRoot())
    #expect(abs(seenVariance - variance) < 5 * (spread / count).squareRoot())
  }
}
