import LabStatistics
import LabTimeline
import Testing

@testable import LabEmulation

@Suite("Changed latency models")
struct ChangedModelTests {
  private static let models: [LatencyModel] = [
    .fixed(.milliseconds(120)), .uniform(min: .milliseconds(80), max: .milliseconds(200)),
    .normal(mean: .milliseconds(150), standardDeviation: .milliseconds(20)),
    .lognormal(median: .milliseconds(313), sigma: 0.3), .gamma(shape: 4, mean: .milliseconds(120)),
    .empirical([.milliseconds(92), .milliseconds(101)]),
    .mixture([
      .init(weight: 1, model: .fixed(.milliseconds(90))), .init(weight: 1, model: .fixed(.seconds(1))),
    ]),
  ]

  private func draws(_ model: LatencyModel) -> [Duration] {
    var generator = SeededGenerator(seed: 7)
    return (0..<200).map { _ in model.draw(using: &generator) }
  }

  @Test("A difference moves every draw by just that, and none below zero", arguments: models)
  func shifts(model: LatencyModel) {
    let changed = draws(model.changed(by: .by(.milliseconds(-100))))
    #expect(zip(draws(model), changed).allSatisfy { $1 == max(.zero, $0 - .milliseconds(100)) })
  }

  @Test("A share scales every draw, as scaled parameters would", arguments: models)
  func scales(model: LatencyModel) {
    let changed = draws(model.changed(by: .times(0.5)))
    #expect(zip(draws(model), changed).allSatisfy { abs(($0 / 2 - $1).nanoseconds) <= 1 })
    #expect(
      LatencyModel.lognormal(median: .milliseconds(500), sigma: 0.4).changed(by: .times(0.8))
        == .lognormal(median: .milliseconds(400), sigma: 0.4))
  }

  @Test("A whole latency takes the place of every draw, and draws as much from the stream", arguments: models)
  func replaces(model: LatencyModel) {
    var plain = SeededGenerator(seed: 7)
    var changing = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      _ = model.draw(using: &plain)
      #expect(model.changed(by: .to(.milliseconds(300))).draw(using: &changing) == .milliseconds(300))
    }
    #expect(plain.next() == changing.next())
  }
}
