import LabStatistics
import LabTimeline

/// How far turns that were run again lie from those that were measured: what a forecast made of them can be
/// wrong by from the start. Of voice to voice, in milliseconds.
public struct ReplayError: Sendable, Hashable {
  /// The turns that both sides have.
  public let turns: Int
  /// The median of the differences' sizes; `nil` without a turn.
  public let p50: Double?
  /// Their 95th percentile; `nil` when there are too few.
  public let p95: Double?
  /// The largest.
  public let largest: Double?

  /// Whether every turn came out as it was measured, to the nanosecond.
  public var isExact: Bool { turns > 0 && largest == 0 }

  init(measured: ComparedCell, replayed: ComparedCell) {
    let other = PairingSide(replayed, .all)
    let own = PairingSide(measured, .all)
    var differences: [Double] = []
    for key in own.order {
      let counterparts = Dictionary(
        (other.counted[key] ?? []).map { ($0.turn, $0) }, uniquingKeysWith: { first, _ in first })
      for turn in own.counted[key] ?? [] {
        guard let value = turn.voiceToVoice, let replay = counterparts[turn.turn]?.voiceToVoice else {
          continue
        }
        differences.append(Double(abs((replay - value).nanoseconds)) / 1e6)
      }
    }
    let sample = Sample(differences)
    turns = sample.count
    p50 = sample.quantile(0.5) ?? sample.maximum
    p95 = sample.quantile(0.95)
    largest = sample.maximum
  }
}
