import Dispatch
import LabStatistics
import Synchronization

/// Repetitions of a simulated measurement, each with a generator of its own, shared out over the processors.
///
/// A repetition's draws follow from the seed and its number alone, so the figures are the same on every machine.
struct Simulation {
  static let repetitions = 10_000

  let seed: UInt64

  /// How many repetitions of a question are answered with yes, in per cent.
  func percentage(
    _ repetitions: Int = repetitions, _ question: @Sendable (inout SeededGenerator) -> Bool
  ) -> Double {
    let chunk = 50
    let chunks = (repetitions + chunk - 1) / chunk
    let counted = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: chunks) { part in
      var yes = 0
      for repetition in (part * chunk)..<min((part + 1) * chunk, repetitions) {
        var generator = SeededGenerator(seed: seed &+ UInt64(repetition) &* 0x9E37_79B9_7F4A_7C15)
        if question(&generator) { yes += 1 }
      }
      counted.withLock { $0 += yes }
    }
    return 100 * counted.withLock { Double($0) } / Double(repetitions)
  }
}

/// Latencies as the reference simulations draw them: lognormal, now and then a stall that takes three times as long.
struct SimulatedLatencies {
  /// The standard deviation of the logarithm of one item measured again on one arm.
  var deviation = 0.1
  /// The standard deviation of the logarithm between items; 0 where only differences count.
  var itemDeviation = 0.0
  /// The share of turns that stall on the baseline and on the candidate.
  var stalls = (baseline: 0.03, candidate: 0.03)
  var slowdown = 0.0
  var turnsPerConversation = 1
  /// How alike the differences of one conversation are.
  var intraclassCorrelation = 0.0

  func pairs(_ count: Int, from generator: inout SeededGenerator, first: Int = 0) -> PairedLatencies {
    let shift = 1 + slowdown
    // Both arms of a conversation have their own luck; the share of it in a difference is the correlation.
    let luck = deviation * (intraclassCorrelation / (1 - intraclassCorrelation)).squareRoot()
    var own = (baseline: 0.0, candidate: 0.0)
    return PairedLatencies(
      (first..<first + count).map { index in
        if luck > 0, index % turnsPerConversation == 0 {
          own = (luck * generator.normal(), luck * generator.normal())
        }
        let item = itemDeviation > 0 ? itemDeviation * generator.normal() : 0
        let baseline = generator.lognormal(median: 800, sigma: deviation)
        let candidate = generator.lognormal(median: 800 * shift, sigma: deviation)
        let factors =
          item == 0 && luck == 0
          ? (1, 1) : (PortableMath.exp(item + own.baseline), PortableMath.exp(item + own.candidate))
        return PairedLatencies.Pair(
          conversation: index / turnsPerConversation,
          baseline: baseline * factors.0 * (generator.chance(stalls.baseline) ? 3 : 1),
          candidate: candidate * factors.1 * (generator.chance(stalls.candidate) ? 3 : 1))
      })
  }
}
