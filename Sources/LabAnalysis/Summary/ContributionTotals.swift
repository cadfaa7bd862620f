import LabStatistics
import LabTimeline

/// Adds up the parts of many turns' voice-to-voice latencies, keeping the order of the turn.
struct ContributionTotals {
  private struct Part {
    var name: String
    var owner: Contribution.Owner
    /// One value per turn that has the part.
    var nanoseconds: [Int64]
  }

  private var parts: [Part] = []
  private var turns = 0

  /// Adds a turn. A part that stands in it twice is added up.
  mutating func add(_ contributions: [Contribution]) {
    turns += 1
    var previous = -1
    var touched: Set<String> = []
    for contribution in contributions {
      let index = place(of: contribution, after: previous)
      if touched.insert(contribution.name).inserted {
        parts[index].nanoseconds.append(contribution.nanoseconds)
      } else {
        parts[index].nanoseconds[parts[index].nanoseconds.count - 1] += contribution.nanoseconds
      }
      previous = Swift.max(previous, index)
    }
  }

  /// The parts over all turns; what belongs to nobody stands last.
  func summaries() -> [ContributionSummary] {
    let (unattributed, owned) = parts.partitioned { $0.owner == .unattributed }
    return (owned + unattributed).map { part in
      let absent = [Int64](repeating: 0, count: turns - part.nanoseconds.count)
      let values = (part.nanoseconds + absent).map { Double($0) / 1e6 }
      return ContributionSummary(
        name: part.name, owner: part.owner,
        meanMilliseconds: Double(part.nanoseconds.reduce(0, +)) / Double(turns) / 1e6,
        p50Milliseconds: Sample(values).quantile(0.5))
    }
  }

  /// Where a part stands; a new one is put behind the part that came before it in the turn.
  private mutating func place(of contribution: Contribution, after previous: Int) -> Int {
    if let index = parts.firstIndex(where: { $0.name == contribution.name }) { return index }
    parts.insert(Part(name: contribution.name, owner: contribution.owner, nanoseconds: []), at: previous + 1)
    return previous + 1
  }
}

extension Array {
  /// The elements that meet a condition, and the others, both in order.
  fileprivate func partitioned(by condition: (Element) -> Bool) -> (matching: [Element], others: [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
