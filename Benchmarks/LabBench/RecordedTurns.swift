import LabRecord
import LabTimeline

/// The turns of a run folder, by conversation and place.
struct RecordedTurns {
  struct Key: Hashable {
    let position: Int
    let turn: Int
  }

  private(set) var turns: [Key: TurnRecord] = [:]

  init(folder: String) throws {
    var reader = try RecordReader(path: folder + "/record.jsonl")
    while let line = try reader.next() {
      guard case .turn(let turn) = line else { continue }
      turns[Key(position: turn.conversation.position, turn: turn.turn)] = turn
    }
  }

  /// A metric of every turn that has it, in nanoseconds.
  func values(of metric: LatencyMetric) -> [Key: Int64] {
    turns.compactMapValues { metric.measure($0.events).value?.nanoseconds }
  }
}
