import LabEmulation
import LabRecord
import LabTimeline
import Testing

@testable import LabPlan

@Suite("The order of work of a run with a baseline")
struct PairedOrderTests {
  private static func plan(
    order: RunPlan.Order = .interleaved, seed: UInt64 = 7, repeats: Int = 3, baseline: String? = "base"
  ) -> RunPlan {
    var plan = WorkOrderTests.plan(order: order, seed: seed)
    plan.repeats = repeats
    guard let baseline else { return plan }
    var matrix = plan.matrix
    matrix.stt = matrix.stt.map { _ in baseline }
    plan.baseline = .init(matrix: matrix, settings: [], emulation: .shipped)
    return plan
  }

  /// What stands at the positions 2k and 2k + 1.
  private static func pairs(_ order: WorkOrder) -> [(
    first: ConversationIdentity, second: ConversationIdentity
  )] {
    stride(from: 0, to: order.conversations.count, by: 2).map {
      (order.conversations[$0], order.conversations[$0 + 1])
    }
  }

  @Test("puts every cell beside the one that it is held against, which differs in the baseline's values only")
  func cells() throws {
    let order = WorkOrderTests.order(Self.plan())
    let pairs = try #require(order.pairs)
    #expect(pairs.count == 24 && order.cells.count == 48)
    #expect(pairs.flatMap { [$0.candidate, $0.baseline] } == Array(0..<48))
    for pair in pairs {
      let baseline = order.cells[pair.baseline]
      var expected = order.cells[pair.candidate]
      #expect(expected.arm == .candidate)
      (expected.arm, expected.stt) = (.baseline, "base")
      #expect(baseline == expected)
    }
  }

  @Test(
    "has the two conversations of a pair right after each other, warm-ups too",
    arguments: RunPlan.Order.allCases)
  func adjacency(kind: RunPlan.Order) throws {
    let order = WorkOrderTests.order(Self.plan(order: kind))
    let wanted = Set(try #require(order.pairs).map { Set([$0.candidate, $0.baseline]) })
    #expect(order.conversations.map(\.position) == Array(order.conversations.indices))
    #expect(order.conversations.count == 2 * (12 * 3 * 4 + 12 * 1 * 4))
    for (first, second) in Self.pairs(order) {
      #expect(wanted.contains([first.cell, second.cell]))
      #expect(
        (first.name, first.iteration, first.isWarmup) == (second.name, second.iteration, second.isWarmup))
    }
  }

  @Test("lets chance decide which arm comes first, by the seed", arguments: RunPlan.Order.allCases)
  func chance(kind: RunPlan.Order) {
    func candidatesFirst(seed: UInt64) -> [Bool] {
      let order = WorkOrderTests.order(Self.plan(order: kind, seed: seed, repeats: 40))
      return Self.pairs(order).map { order.cells[$0.first.cell].arm == .candidate }
    }
    let first = candidatesFirst(seed: 7)
    // 1,968 throws of a coin: three standard deviations are 67.
    #expect(first.count == 1968)
    #expect((917...1051).contains(first.count { $0 }))
    #expect(first == candidatesFirst(seed: 7))
    #expect(first != candidatesFirst(seed: 8))
  }

  @Test(
    "has the candidates in the order that they have without a baseline", arguments: RunPlan.Order.allCases)
  func candidates(kind: RunPlan.Order) {
    let paired = WorkOrderTests.order(Self.plan(order: kind))
    let alone = WorkOrderTests.order(Self.plan(order: kind, baseline: nil))
    #expect(alone.pairs == nil)
    let content = WorkOrderTests.content(paired).filter { !$0[0].hasSuffix("baseline") }
    #expect(content == WorkOrderTests.content(alone))
  }

  @Test("is cut by shards that never split a pair", arguments: 1...5)
  func shards(count: Int) {
    let order = WorkOrderTests.order(Self.plan())
    let parts = (1...count).map { index in
      order.conversations.filter {
        RecordHeader.Shard(index: index, count: count).contains($0.position, inPairs: true)
      }
    }
    #expect(parts.flatMap { $0 }.sorted { $0.position < $1.position } == order.conversations)
    for part in parts {
      let positions = Set(part.map(\.position))
      #expect(positions.allSatisfy { positions.contains($0 ^ 1) })
    }
  }

  @Test("of selected candidates keeps their baselines")
  func selected() {
    let order = WorkOrderTests.order(Self.plan()) { $0.stt == "b" }
    #expect(order.cells.map(\.stt) == (0..<8).flatMap { _ in ["b", "base"] })
    #expect(order.pairs?.count == 8)
  }

  @Test("of more repeats begins with that of fewer, but not cell after cell", arguments: [nil, "base"])
  func extends(baseline: String?) {
    let short = WorkOrderTests.order(Self.plan(baseline: baseline))
    let long = WorkOrderTests.order(Self.plan(repeats: 5, baseline: baseline))
    #expect(long.conversations.starts(with: short.conversations))
    #expect(long.extends(short.conversations.count))
    #expect(long.extends(long.conversations.count))
    #expect(!long.extends(short.conversations.count - 2))
    #expect(!short.extends(long.conversations.count))
    let sequential = WorkOrderTests.order(Self.plan(order: .sequential, repeats: 5, baseline: baseline))
    #expect(!sequential.extends(short.conversations.count))
  }

  @Test("cell after cell, but with one cell only, begins with that of fewer repeats")
  func extendsOneCell() {
    func order(repeats: Int) -> WorkOrder {
      WorkOrderTests.order(Self.plan(order: .sequential, repeats: repeats)) {
        $0.name == "tutor · a · x · t · v · n · d · p"
      }
    }
    let (short, long) = (order(repeats: 2), order(repeats: 6))
    #expect(short.conversations.count == 2 * 3 * 3)
    #expect(long.conversations.starts(with: short.conversations))
    #expect(long.extends(short.conversations.count))
  }
}
