/// The distribution of the signed-rank sum when every sign is a fair coin.
///
/// Ranks are doubled so that the halves which ties make are whole numbers too; the distribution given the ties is
/// exact. Costs the number of ranks times their sum.
struct SignedRankDistribution: Sendable {
  /// The probability of each doubled sum from 0 up.
  let probabilities: [Double]

  init(doubledRanks: [Int]) {
    var probabilities = [Double](repeating: 0, count: doubledRanks.reduce(1, +))
    probabilities[0] = 1
    var largest = 0
    for rank in doubledRanks {
      largest += rank
      for sum in stride(from: largest, through: 0, by: -1) {
        let withRank = sum >= rank ? probabilities[sum - rank] : 0
        probabilities[sum] = 0.5 * (probabilities[sum] + withRank)
      }
    }
    self.probabilities = probabilities
  }

  /// The probability of a doubled sum at or above the given one.
  func atLeast(_ doubledSum: Int) -> Double {
    min(1, probabilities[doubledSum...].reversed().reduce(0, +))
  }

  /// The probability of a doubled sum at or below the given one.
  func atMost(_ doubledSum: Int) -> Double {
    min(1, probabilities[...doubledSum].reduce(0, +))
  }

  /// The smallest doubled sum at or below which at least the given probability lies.
  func quantile(_ probability: Double) -> Int {
    var cumulated = 0.0
    for (sum, share) in probabilities.enumerated() {
      cumulated += share
      if cumulated >= probability { return sum }
    }
    return probabilities.count - 1
  }
}
