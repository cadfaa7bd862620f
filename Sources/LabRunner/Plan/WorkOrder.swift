import LabStatistics
public import LabTimeline

/// The cells of a plan and the conversations to be had in them, in the order of work.
///
/// The same plan and seed give the same order everywhere, so that shards agree without talking to each other.
public struct WorkOrder: Sendable {
  public let cells: [Cell]
  public let conversations: [ConversationIdentity]

  /// - Parameters:
  ///   - plan: The plan.
  ///   - names: The conversations of a workload selection, in the order of the corpus.
  ///   - selects: Which cells to keep.
  public init(
    plan: RunPlan, conversations names: (RunPlan.WorkloadSelection) -> [String],
    selecting selects: (Cell) -> Bool
  ) {
    var cells: [Cell] = []
    var namesOfCell: [[String]] = []
    for selection in plan.workloads {
      for cell in Self.cells(of: selection, in: plan.matrix) where selects(cell) {
        cells.append(cell)
        namesOfCell.append(names(selection))
      }
    }
    self.cells = cells
    conversations = Self.ordered(plan: plan, namesOfCell: namesOfCell)
  }

  private static func cells(of selection: RunPlan.WorkloadSelection, in matrix: RunPlan.Matrix) -> [Cell] {
    var cells: [Cell] = []
    for stt in matrix.stt {
      for llm in matrix.llm {
        for tts in matrix.tts {
          for vad in matrix.vad {
            for network in matrix.network {
              for device in matrix.device {
                for preset in matrix.preset {
                  cells.append(
                    Cell(
                      workload: selection.workload, stt: stt, llm: llm, tts: tts, vad: vad, network: network,
                      device: device, preset: preset))
                }
              }
            }
          }
        }
      }
    }
    return cells
  }

  private static func ordered(plan: RunPlan, namesOfCell: [[String]]) -> [ConversationIdentity] {
    var generator = SeededGenerator(seed: plan.seed, stream: "order")
    var work: [ConversationIdentity] = []
    let iterations = plan.warmup + plan.repeats
    func add(_ cell: Int, _ name: String, _ iteration: Int) {
      work.append(
        ConversationIdentity(
          position: work.count, cell: cell, name: name, iteration: iteration,
          isWarmup: iteration < plan.warmup))
    }
    switch plan.order {
    case .sequential:
      for (cell, names) in namesOfCell.enumerated() {
        for iteration in 0..<iterations {
          for name in names { add(cell, name, iteration) }
        }
      }
    case .interleaved:
      for iteration in 0..<iterations {
        let rounds = namesOfCell.map(\.count).max() ?? 0
        for round in 0..<rounds {
          var order = namesOfCell.indices.filter { round < namesOfCell[$0].count }
          shuffle(&order, using: &generator)
          for cell in order { add(cell, namesOfCell[cell][round], iteration) }
        }
      }
    }
    return work
  }

  /// Fisher and Yates, spelled out: the standard library does not promise to keep its algorithm.
  private static func shuffle(_ items: inout [Int], using generator: inout SeededGenerator) {
    for last in stride(from: items.count - 1, to: 0, by: -1) {
      items.swapAt(last, Int(generator.next() % UInt64(last + 1)))
    }
  }
}
