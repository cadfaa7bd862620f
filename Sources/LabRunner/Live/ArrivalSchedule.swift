import LabPlan
import LabStatistics
import LabTimeline

/// When the conversations of a run are due: instants on the run's clock that depend on the plan and its seed
/// alone.
///
/// Every place in the order of work has an instant of its own, so that shards of a run share one schedule
/// without talking to each other, each with its part of the rate.
struct ArrivalSchedule: Hashable, Sendable {
  /// By place in the order of work, never falling.
  let instants: [LabInstant]

  /// The latest instant, in nanoseconds: over a century. What a slow rate would put later is due then, so
  /// that no sum of instants is ever too great a number.
  private static let horizon: Int64 = 4_000_000_000_000_000_000

  /// Draws the schedule of a plan; `nil` when its arrival is closed.
  ///
  /// Even: the k-th conversation is due after k gaps of 60 s / rate, rounded each to the nanosecond, so that
  /// nothing adds up. Poisson: gaps are exponential with that mean, from the seed's stream `arrivals`; the
  /// first is a gap after the run's beginning, too.
  init?(_ arrival: RunPlan.Arrival, count: Int, seed: UInt64) {
    guard case .open(let perMinute, let spacing) = arrival else { return nil }
    let gap = 60e9 / perMinute
    switch spacing {
    case .even:
      instants = (0..<count).map {
        LabInstant(nanoseconds: Int64(min((Double($0) * gap).rounded(), Double(Self.horizon))))
      }
    case .poisson:
      var generator = SeededGenerator(seed: seed, stream: "arrivals")
      var due = LabInstant.origin
      instants = (0..<count).map { _ in
        let gap = Int64(generator.exponential(mean: gap).rounded())
        due.nanoseconds = min(due.nanoseconds + gap, Self.horizon)
        return due
      }
    }
  }

  /// What the run's clock shows when a run goes on whose next conversation is that one: the schedule is taken
  /// up where it was left, without waiting again for what is done.
  func clock(resumingAt position: Int) -> LabInstant {
    position == 0 ? .origin : instants[position - 1]
  }
}
