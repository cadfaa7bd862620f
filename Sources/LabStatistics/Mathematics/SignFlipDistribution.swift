import Synchronization

/// The distribution of a sum of weights in which every weight counts or does not by the toss of a fair coin.
///
/// It is what a signed-rank sum follows when the arms do not differ: the weights are the ranks, or, when the
/// turns of a conversation keep their signs together, the absolute rank sums of the conversations. Exact,
/// ties included, as long as the work stays below `exactWork`; beyond it the normal distribution with
/// Edgeworth's term for the fourth cumulant (M. G. Kendall and A. Stuart, "The Advanced Theory of Statistics"
/// 1, 1977, section 6.18), which then errs by less than 1 % of a probability of 1e-5.
struct SignFlipDistribution: Sendable {
  /// The number of weights times their sum up to which the distribution is exact: 500 tied ranks.
  static let exactWork = 130_000_000

  /// The sum of all weights.
  let total: Int

  /// The probability of each sum or less, sums counted in steps; empty when there are too many weights to be
  /// exact.
  private let cumulated: [Double]
  private let step: Int
  private let variance: Double
  private let fourthCumulant: Double

  init(weights: [Int]) {
    let weights = weights.filter { $0 != 0 }
    let total = weights.reduce(0, +)
    // Doubled ranks are all even unless there are ties; half the sums are then half the work.
    let step = weights.allSatisfy { $0 % 2 == 0 } ? 2 : 1
    self.total = total
    self.step = step
    variance = weights.reduce(0) { $0 + Double($1) * Double($1) } / 4
    fourthCumulant = -weights.reduce(0) { $0 + Double($1) * Double($1) * Double($1) * Double($1) } / 8
    let isExact = weights.count * (total / step) <= Self.exactWork
    cumulated = isExact ? Self.cumulated(weights.map { $0 / step }.sorted(), total: total / step) : []
  }

  /// The distribution for the doubled ranks 2, 4 … 2n, made once per n.
  static func untiedRanks(_ count: Int) -> SignFlipDistribution {
    if let known = untied.withLock({ $0[count] }) { return known }
    let made = SignFlipDistribution(weights: (0..<count).map { 2 * ($0 + 1) })
    untied.withLock { $0[count] = made }
    return made
  }

  /// The probability of a sum at or above the given one.
  func atLeast(_ sum: Int) -> Double {
    // The distribution is its own mirror image.
    atMost(total - sum)
  }

  /// The probability of a sum at or below the given one.
  func atMost(_ sum: Int) -> Double {
    guard sum >= 0 else { return 0 }
    guard sum < total else { return 1 }
    guard cumulated.isEmpty else { return cumulated[sum / step] }
    return lowerTail(sum)
  }

  /// The smallest sum at or below which at least the given probability lies.
  func quantile(_ probability: Double) -> Int {
    var low = 0
    var high = total / step
    while low < high {
      let middle = (low + high) / 2
      if atMost(middle * step) >= probability { high = middle } else { low = middle + 1 }
    }
    return low * step
  }

  private func lowerTail(_ sum: Int) -> Double {
    let deviation = variance.squareRoot()
    // Half a step towards the middle, because the sum moves in steps.
    let z = (Double(sum) + Double(step) / 2 - Double(total) / 2) / deviation
    let density = PortableMath.exp(-z * z / 2) * 0.398_942_280_401_432_7
    let excess = fourthCumulant / (variance * variance)
    let edgeworth = density * excess / 24 * (z * z * z - 3 * z)
    return min(1, max(0, NormalDistribution.upperTail(-z) - edgeworth))
  }

  private static func cumulated(_ weights: [Int], total: Int) -> [Double] {
    var shares = [Double](repeating: 0, count: total + 1)
    var next = shares
    shares[0] = 1
    var reached = 0
    for weight in weights {
      for sum in 0...reached { next[sum] = 0.5 * shares[sum] }
      reached += weight
      for sum in (reached - weight + 1)..<(reached + 1) { next[sum] = 0 }
      for sum in weight...reached { next[sum] += 0.5 * shares[sum - weight] }
      swap(&shares, &next)
    }
    var sum = 0.0
    for index in shares.indices {
      sum += shares[index]
      shares[index] = min(1, sum)
    }
    return shares
  }

  private static let untied = Mutex<[Int: SignFlipDistribution]>([:])
}
