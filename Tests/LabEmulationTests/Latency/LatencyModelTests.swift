import LabStatistics
import LabTimeline
import Testing

@testable import LabEmulation

@Suite struct LatencyModelTests {
  static let models: [LatencyModel] = [
    .fixed(.milliseconds(80)),
    .uniform(min: .milliseconds(20), max: .milliseconds(60)),
    .normal(mean: .milliseconds(100), standardDeviation: .milliseconds(15)),
    .normal(mean: .milliseconds(10), standardDeviation: .milliseconds(20)),
    .lognormal(median: .milliseconds(150), sigma: 0.4),
    .gamma(shape: 2.5, mean: .milliseconds(90)),
    .gamma(shape: 0.5, mean: .milliseconds(90)),
    .empirical([.milliseconds(3), .milliseconds(5), .milliseconds(40)]),
    .mixture([
      .init(weight: 95, model: .fixed(.milliseconds(50))),
      .init(weight: 5, model: .uniform(min: .milliseconds(800), max: .milliseconds(1200))),
    ]),
  ]

  private func draws(_ model: LatencyModel, seed: UInt64 = 7, count: Int = 20_000) -> [Double] {
    var generator = SeededGenerator(seed: seed, stream: "latency")
    return (0..<count).map { _ in model.draw(using: &generator).milliseconds }
  }

  @Test("Draws have the mean and the median that the model states", arguments: models)
  func centre(model: LatencyModel) {
    let values = draws(model).sorted()
    let mean = values.reduce(0, +) / Double(values.count)
    #expect(abs(mean / model.mean.milliseconds - 1) < 0.04)
    if let median = model.median?.milliseconds {
      #expect(abs(values[values.count / 2] - median) <= max(0.5, 0.03 * median))
    }
  }

  @Test("Draws are whole nanoseconds and never negative", arguments: models)
  func wholeAndPositive(model: LatencyModel) {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let drawn = model.draw(using: &generator)
      #expect(drawn >= .zero)
      #expect(drawn.components.attoseconds % 1_000_000_000 == 0)
    }
  }

  @Test("The same seed draws the same, another seed does not", arguments: models.dropFirst())
  func seeded(model: LatencyModel) {
    #expect(draws(model, count: 50) == draws(model, count: 50))
    #expect(draws(model, count: 50) != draws(model, seed: 8, count: 50))
  }

  @Test func `The lognormal's p95 lies 1_645 sigmas of its logarithm above the median`() {
    let values = draws(.lognormal(median: .milliseconds(100), sigma: 0.5)).sorted()
    #expect(abs(values[19_000] / (100 * 2.276) - 1) < 0.04)
  }

  @Test func `A normal model that reaches below zero puts that share of its draws at zero`() {
    let values = draws(.normal(mean: .milliseconds(10), standardDeviation: .milliseconds(20)))
    // Φ(−0.5) = 0.3085
    #expect(abs(Double(values.count { $0 == 0 }) / Double(values.count) - 0.3085) < 0.015)
  }

  @Test func `A longer median shifts every draw and reorders none`() {
    let fast = draws(.lognormal(median: .milliseconds(100), sigma: 0.5), count: 200)
    let slow = draws(.lognormal(median: .milliseconds(130), sigma: 0.5), count: 200)
    #expect(zip(fast, slow).allSatisfy { abs($1 / $0 - 1.3) < 1e-6 })
  }

  @Test func `A draw far out in the tail is cut to 24 hours`() {
    let values = draws(.lognormal(median: .seconds(3600), sigma: 5), count: 500)
    #expect(values.max() == LatencyModel.longest.milliseconds)
  }

  @Test("Possible models have no problems", arguments: models)
  func valid(model: LatencyModel) {
    #expect(model.validate() == [])
  }

  @Test(
    "Impossible models are named in words and still draw without a crash",
    arguments: [
      (.fixed(.milliseconds(-1)), ["a fixed latency is -1.0 ms; it has to be 0 or more"]),
      (
        .uniform(min: .milliseconds(9), max: .milliseconds(4)), ["min 9.0 ms is greater than max 4.0 ms"]
      ),
      (
        .normal(mean: .milliseconds(1), standardDeviation: .milliseconds(-2)),
        ["the standard deviation is -2.0 ms; it has to be 0 or more"]
      ),
      (.lognormal(median: .milliseconds(5), sigma: .nan), ["sigma is nan; it has to be from 0 to 5"]),
      (
        .gamma(shape: 0, mean: .milliseconds(5)),
        ["the shape is 0.0; it has to be above 0 and at most 1000000"]
      ),
      (.empirical([]), ["the list of measured values is empty"]),
      (.empirical([.zero, .seconds(-1)]), ["value 2 is -1000.0 ms; it has to be 0 or more"]),
      (.mixture([]), ["the mixture is empty"]),
      (
        .mixture([.init(weight: -1, model: .empirical([]))]),
        [
          "part 1 of the mixture: the weight is -1.0; it has to be 0 or more",
          "part 1 of the mixture: the list of measured values is empty",
          "the weights of the mixture sum to 0; at least one has to be above 0",
        ]
      ),
    ] as [(LatencyModel, [String])])
  func invalid(model: LatencyModel, problems: [String]) {
    #expect(model.validate() == problems)
    var generator = SeededGenerator(seed: 1)
    #expect(model.draw(using: &generator) >= .zero)
  }
}
