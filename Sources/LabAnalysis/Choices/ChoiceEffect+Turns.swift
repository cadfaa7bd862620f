import LabCost
import LabRecord
import LabStatistics
import LabTimeline

extension ChoiceEffect {
  /// What every value but the first of every axis adds, in the order of axes and of the plan.
  ///
  /// An axis whose values never meet in the same conversation, such as that of workloads, has no effect to speak of.
  ///
  /// - Parameters:
  ///   - cells: of the report, in the order of the plan.
  ///   - turns: the turns that count.
  ///   - generator: the random stream of the intervals; `nil` asks for none.
  static func all(
    cells: [CellReport], turns: [MeasuredTurn], generator: SeededGenerator?
  ) -> [ChoiceEffect] {
    let candidates = cells.indices.filter { cells[$0].cell.arm == .candidate }
    let axes = CellAxes(candidates.map { cells[$0].cell }).varying
    guard !axes.isEmpty else { return [] }
    var byCell: [[Occasion: MeasuredTurn]] = cells.map { _ in [:] }
    for turn in turns { byCell[turn.conversation.cell][Occasion(turn)] = turn }
    return axes.flatMap { axis in
      values(of: axis, in: candidates.map { cells[$0].cell }).dropFirst().compactMap { value in
        let pairs = twins(of: value, on: axis, among: candidates, cells)
        return ChoiceEffect(
          axis: axis.name, value: value, pairs: pairs, cells: cells, turns: byCell,
          generator: generator?.derived(name: "\(axis.name)=\(value)"))
      }
    }
  }

  /// What is the same in two cells of one run.
  private struct Occasion: Hashable {
    let conversation: String
    let iteration: Int
    let turn: Int

    init(_ turn: MeasuredTurn) {
      conversation = turn.conversation.name
      iteration = turn.conversation.iteration
      self.turn = turn.turn
    }
  }

  private typealias Twins = (reference: Int, choice: Int)

  /// The values of an axis in the order in which the plan first names them.
  private static func values(of axis: CellAxes.Axis, in cells: [Cell]) -> [String] {
    var seen: Set<String> = []
    return cells.map(axis.value).filter { seen.insert($0).inserted }
  }

  /// The cells with a value, each with the cell that has the axis's first value and is the same otherwise.
  private static func twins(
    of value: String, on axis: CellAxes.Axis, among candidates: [Int], _ cells: [CellReport]
  ) -> [Twins] {
    let others = Cell.axes.filter { $0.name != axis.name }
    func rest(_ index: Int) -> [String] { others.map { $0.value(cells[index].cell) } }
    guard let first = candidates.first.map({ axis.value(cells[$0].cell) }) else { return [] }
    let references = Dictionary(
      candidates.filter { axis.value(cells[$0].cell) == first }.map { (rest($0), $0) },
      uniquingKeysWith: { first, _ in first })
    return candidates.filter { axis.value(cells[$0].cell) == value }.compactMap { choice in
      references[rest(choice)].map { ($0, choice) }
    }
  }

  private init?(
    axis: String, value: String, pairs: [Twins], cells: [CellReport], turns: [[Occasion: MeasuredTurn]],
    generator: SeededGenerator?
  ) {
    var changes: [String: [Double]] = [:]
    var total: Int64 = 0
    var byOwner: [Contribution.Owner: Int64] = [:]
    var count = 0
    for pair in pairs {
      // In the order of work: a sum of binary fractions must not depend on that of a dictionary.
      for (occasion, choice) in turns[pair.choice].sorted(by: { $0.value.ordinal < $1.value.ordinal }) {
        guard let reference = turns[pair.reference][occasion], let before = reference.contributions,
          let after = choice.contributions
        else { continue }
        for part in before { byOwner[part.owner, default: 0] -= part.nanoseconds }
        for part in after { byOwner[part.owner, default: 0] += part.nanoseconds }
        let change =
          after.reduce(0) { $0 + $1.nanoseconds } - before.reduce(0) { $0 + $1.nanoseconds }
        total += change
        count += 1
        changes["\(occasion.conversation)#\(occasion.iteration)", default: []].append(Double(change) / 1e6)
      }
    }
    guard count > 0, let first = pairs.first else { return nil }
    let clusters = changes.sorted { $0.key < $1.key }.map(\.value)
    self.axis = axis
    self.value = value
    reference = Cell.axes.first { $0.name == axis }?.value(cells[first.reference].cell) ?? ""
    self.cells = pairs.count
    self.turns = count
    medianMilliseconds = MiddleValue.of(clusters.flatMap(\.self))
    meanMilliseconds = Double(total) / Double(count) / 1e6
    owners = Contribution.Owner.allCases.compactMap { owner in
      byOwner[owner].map { OwnerChange(owner: owner, meanMilliseconds: Double($0) / Double(count) / 1e6) }
    }
    lost = pairs.reduce(0) { $0 + cells[$1.choice].lost }
    referenceLost = pairs.reduce(0) { $0 + cells[$1.reference].lost }
    medianInterval = generator.flatMap { generator in
      ClusterBootstrap(generator: generator, resamples: 1000).intervals(of: [.p50], in: clusters)[0]
        .map { [$0.lower, $0.upper] }
    }
    usdPerHourChange = Self.costChange(pairs, cells)
  }

  private static func costChange(_ pairs: [Twins], _ cells: [CellReport]) -> Dollars? {
    var sum = Dollars.zero
    for pair in pairs {
      guard let after = cells[pair.choice].cost.usdPerHour,
        let before = cells[pair.reference].cost.usdPerHour
      else { return nil }
      sum += after - before
    }
    return .quotient(of: sum.nanodollars, by: Int128(pairs.count))
  }
}

extension CellReport {
  /// Turns without a reply.
  fileprivate var lost: Int { failed + missed }
}
