import LabEmulation
import LabRecord
import LabTimeline
import Testing

@testable import LabPlan

@Suite("The order of work")
struct WorkOrderTests {
  static func plan(
    stt: [String] = ["a", "b", "c"], llm: [String] = ["x", "y"], order: RunPlan.Order = .interleaved,
    seed: UInt64 = 7
  ) -> RunPlan {
    var plan = RunPlan(
      name: "test", workloads: [.init("tutor", corpus: ""), .init("capture", corpus: "")],
      matrix: .init(
        stt: stt, llm: llm, tts: ["t"], vad: ["v"], network: ["n"], device: ["d"], preset: ["p", "q"]),
      repeats: 3, seed: seed)
    plan.warmup = 1
    plan.order = order
    return plan
  }

  static func order(_ plan: RunPlan, selecting: (Cell) -> Bool = { _ in true }) -> WorkOrder {
    WorkOrder(
      plan: plan,
      conversations: { $0.workload == "tutor" ? ["fractions", "light", "circles"] : ["shopping"] },
      selecting: selecting)
  }

  /// What is to be done, without the place in the order.
  static func content(_ order: WorkOrder) -> [[String]] {
    order.conversations.map { [order.cells[$0.cell].name, $0.name, "\($0.iteration)", "\($0.isWarmup)"] }
  }

  @Test("has every cell of the matrix once, workload by workload")
  func cells() {
    let cells = Self.order(Self.plan()).cells
    #expect(cells.count == 2 * 3 * 2 * 2)
    #expect(Set(cells).count == cells.count)
    #expect(cells.prefix(12).allSatisfy { $0.workload == "tutor" })
    #expect(cells.first?.name == "tutor · a · x · t · v · n · d · p")
  }

  @Test("interleaved does the same work as cell after cell, in another order")
  func permutation() {
    let interleaved = Self.content(Self.order(Self.plan()))
    let sequential = Self.content(Self.order(Self.plan(order: .sequential)))
    #expect(interleaved != sequential)
    #expect(
      interleaved.map { $0.joined(separator: "|") }.sorted()
        == sequential.map { $0.joined(separator: "|") }.sorted())
    #expect(interleaved.count == 12 * 3 * 4 + 12 * 1 * 4)
    #expect(Set(interleaved).count == interleaved.count)
  }

  @Test("lets every cell have its turn before any has its next")
  func rounds() {
    let order = Self.order(Self.plan())
    // A round of the first conversations has all 24 cells, the two others the 12 of the longer workload.
    for iteration in 0..<4 {
      let work = order.conversations.filter { $0.iteration == iteration }.map(\.cell)
      #expect(Set(work.prefix(24)).count == 24)
      #expect(Set(work.dropFirst(24).prefix(12)).count == 12)
      #expect(Set(work.suffix(12)).count == 12)
    }
  }

  @Test("numbers the work from 0 and puts warm-ups first", arguments: RunPlan.Order.allCases)
  func positions(kind: RunPlan.Order) {
    let order = Self.order(Self.plan(order: kind))
    #expect(order.conversations.map(\.position) == Array(order.conversations.indices))
    #expect(order.conversations.allSatisfy { $0.isWarmup == ($0.iteration == 0) })
    for cell in order.cells.indices {
      let iterations = order.conversations.filter { $0.cell == cell }.map(\.iteration)
      #expect(iterations == iterations.sorted())
    }
  }

  @Test("is the same for the same seed and another for another")
  func seeded() {
    #expect(Self.order(Self.plan()).conversations == Self.order(Self.plan()).conversations)
    #expect(Self.order(Self.plan()).conversations != Self.order(Self.plan(seed: 8)).conversations)
  }

  @Test("of selected cells has no other")
  func selected() {
    let order = Self.order(Self.plan()) { $0.stt == "b" }
    #expect(order.cells.count == 8)
    #expect(order.cells.allSatisfy { $0.stt == "b" })
    #expect(Set(order.conversations.map(\.cell)) == Set(0..<8))
  }

  @Test("is cut by shards into parts that share nothing and miss nothing", arguments: 1...5)
  func shards(count: Int) {
    let order = Self.order(Self.plan())
    let parts = (1...count).map { index in
      order.conversations.filter {
        RecordHeader.Shard(index: index, count: count).contains($0.position, inPairs: false)
      }
    }
    #expect(parts.flatMap { $0 }.sorted { $0.position < $1.position } == order.conversations)
    #expect((parts.map(\.count).max() ?? 0) - (parts.map(\.count).min() ?? 0) <= 1)
  }
}
