import LabAudio
public import LabRecord
import LabStatistics
import LabTimeline

/// The cells of a plan and the conversations to run in them, in the order of work.
///
/// The same plan and seed give the same order everywhere, so that shards agree without talking to each other.
public struct WorkOrder: Sendable {
  /// With a baseline every candidate is followed by the cell that it is held against.
  public let cells: [Cell]
  /// Which cells are held against each other; nil without a baseline.
  public let pairs: [ArmPair]?
  /// With a baseline the two conversations of a pair stand at the positions 2k and 2k + 1.
  public let conversations: [ConversationIdentity]

  /// Cells that are always measured together, right after each other, and what runs in them.
  private struct Unit {
    let cells: [Int]
    let names: [String]
  }

  /// - Parameters:
  ///   - plan: The plan.
  ///   - names: The conversations of a workload selection, in the order of the corpus.
  ///   - selects: Which cells to keep; a baseline stays with its candidate.
  ///   - places: Which cells to keep, by their places among all candidates of the plan; all when nil.
  public init(
    plan: RunPlan, conversations names: (RunPlan.WorkloadSelection) -> [String],
    selecting selects: (Cell) -> Bool, places: Set<Int>? = nil
  ) {
    var cells: [Cell] = []
    var units: [Unit] = []
    var place = -1
    for selection in plan.workloads {
      for group in Self.groups(of: selection, in: plan) {
        place += 1
        guard selects(group[0]), places?.contains(place) ?? true else { continue }
        units.append(
          Unit(cells: Array(cells.count..<cells.count + group.count), names: names(selection)))
        cells += group
      }
    }
    self.cells = cells
    pairs =
      plan.baseline == nil
      ? nil : units.map { ArmPair(candidate: $0.cells[0], baseline: $0.cells[1]) }
    let all = Self.ordered(plan: plan, units: units)
    conversations = plan.conversationLimit.map { Array(all.prefix($0)) } ?? all
  }

  /// Whether the conversations of a run of fewer repeats are the beginning of this one, so that it can be
  /// resumed.
  ///
  /// - Parameter count: How many conversations that run had.
  package func extends(_ count: Int) -> Bool {
    guard conversations.indices.contains(count) else { return count == conversations.count }
    let (before, after) = (conversations[..<count], conversations[count...])
    guard let last = before.map(\.iteration).max(), let next = after.map(\.iteration).min() else {
      return false
    }
    return last < next
  }

  /// Each cell of a workload, with a baseline together with the one that it is held against.
  private static func groups(of selection: RunPlan.WorkloadSelection, in plan: RunPlan) -> [[Cell]] {
    let candidates = cells(of: selection, in: plan.matrix, arm: .candidate)
    guard let baseline = plan.baseline else { return candidates.map { [$0] } }
    return zip(candidates, cells(of: selection, in: baseline.matrix, arm: .baseline)).map { [$0, $1] }
  }

  private static func cells(
    of selection: RunPlan.WorkloadSelection, in matrix: RunPlan.Matrix, arm: Cell.Arm
  ) -> [Cell] {
    let template = Cell(
      workload: selection.workload, stt: Cell.none, llm: Cell.none, tts: Cell.none, vad: Cell.ownDetector,
      network: "", device: "", preset: "", arm: arm)
    var matrix = matrix
    if matrix.vad.isEmpty {
      matrix.vad = [(WorkloadCatalogue.named(selection.workload)?.detector ?? .standard).name]
    }
    let shared = [Axis(\.network, \.network), Axis(\.device, \.device), Axis(\.preset, \.preset)]
    let three = [Axis(\.stt, \.stt), Axis(\.llm, \.llm), Axis(\.tts, \.tts), Axis(\.vad, \.vad)]
    // The detector of a speech-to-speech cell is the service's own, whatever the matrix says of detectors.
    return Self.product(of: three + shared, in: matrix, over: template)
      + Self.product(of: [Axis(\.s2s, \.llm)] + shared, in: matrix, over: template)
  }

  /// An axis of a matrix and the property of a cell that takes its values.
  private struct Axis {
    let values: KeyPath<RunPlan.Matrix, [String]>
    let place: WritableKeyPath<Cell, String>

    init(_ values: KeyPath<RunPlan.Matrix, [String]>, _ place: WritableKeyPath<Cell, String>) {
      self.values = values
      self.place = place
    }
  }

  /// A cell for every combination of values; those of the last axis change first.
  private static func product(of axes: [Axis], in matrix: RunPlan.Matrix, over template: Cell) -> [Cell] {
    axes.reduce([template]) { cells, axis in
      cells.flatMap { cell in
        matrix[keyPath: axis.values].map { value in
          var cell = cell
          cell[keyPath: axis.place] = value
          return cell
        }
      }
    }
  }

  private static func ordered(plan: RunPlan, units: [Unit]) -> [ConversationIdentity] {
    var generator = SeededGenerator(seed: plan.seed, stream: "order")
    // A stream of its own, so that a baseline does not change the order of the cells.
    var arms = SeededGenerator(seed: plan.seed, stream: "order of arms")
    var work: [ConversationIdentity] = []
    let iterations = plan.warmup + plan.repeats
    func add(_ unit: Unit, _ name: String, _ iteration: Int) {
      // Whichever arm always came first would bear every drift of the machine and every cold cache.
      let isSwapped = unit.cells.count > 1 && arms.next() >> 63 == 1
      for cell in isSwapped ? unit.cells.reversed() : unit.cells {
        work.append(
          ConversationIdentity(
            position: work.count, cell: cell, name: name, iteration: iteration,
            isWarmup: iteration < plan.warmup))
      }
    }
    switch plan.order {
    case .sequential:
      for unit in units {
        for iteration in 0..<iterations {
          for name in unit.names { add(unit, name, iteration) }
        }
      }
    case .interleaved:
      for iteration in 0..<iterations {
        let rounds = units.map(\.names.count).max() ?? 0
        for round in 0..<rounds {
          var order = units.indices.filter { round < units[$0].names.count }
          shuffle(&order, using: &generator)
          for index in order { add(units[index], units[index].names[round], iteration) }
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

extension Cell {
  /// What stands on the axis of detectors of a cell whose service hears by itself.
  static let ownDetector = "service"
}

extension WorkOrder {
  /// The order of work over a plan's corpora.
  package init(
    plan: RunPlan, library: CorpusLibrary, selection: CellSelection = CellSelection(),
    places: Set<Int>? = nil
  ) {
    self.init(
      plan: plan, conversations: { library.conversations(of: $0).map(\.id) },
      selecting: selection.contains, places: places)
  }
}
