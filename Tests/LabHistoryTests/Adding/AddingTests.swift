import Foundation
import GRDB
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabHistory

@Suite("Adding runs to a history")
struct AddingTests {
  private let file: HistoryFile
  private var history: History { file.history }

  init() throws { file = try HistoryFile() }

  @Test("keeps what a run was, every turn in nanoseconds and the summary of every cell")
  func keepsEverything() throws {
    var night = SyntheticNight()
    night.cells = [SyntheticNight.cell(), SyntheticNight.cell(arm: .baseline)]
    night.milliseconds = { cell, _, _ in cell == 0 ? 1000.000_001 : 2000 }
    let run = try history.add(night.recorded(folder: "/runs/a")).run
    #expect(run.plan == RecordHeader.PlanIdentity(name: "nightly", sha256: "aa"))
    #expect((run.mode, run.seed, run.folder) == ("live", 1, "/runs/a"))
    #expect((run.startedAt, run.seconds, run.host) == ("2026-01-01T02:00:00Z", 60, "lab"))
    #expect(
      run.machine == Machine(system: "Test OS", processor: "Test CPU", processors: 4, version: "1.0"))
    #expect((run.cells, run.conversations, run.turns) == (2, 8, 16))
    #expect(run.isValid && run.isComplete && !run.isPartial)
    let cells = try history.cells(of: run)
    #expect(cells.map(\.cell.arm) == [.candidate, .baseline])
    #expect(cells.map(\.turns) == [8, 8])
    #expect(cells[0].metrics.map(\.key) == ["turn.v2v_ms", "llm.ttft_ms"])
    #expect((cells[1].metrics[0].n, cells[1].metrics[0].p50) == (8, 2000))
    let stored = try history.read { database in
      try Int64.fetchAll(
        database,
        sql: """
          SELECT nanoseconds FROM latencies JOIN metrics ON metrics.id = metric_id
          JOIN run_cells ON run_cells.id = run_cell_id WHERE key = 'turn.v2v_ms' AND place = 0
          """)
    }
    #expect(stored == Array(repeating: 1_000_000_001, count: 8))
  }

  @Test("does nothing the second time, and says so")
  func isIdempotent() throws {
    let recorded = try SyntheticNight().recorded()
    #expect(try history.add(recorded).outcome == .added)
    let before = try history.contents()
    #expect(try history.add(recorded).outcome == .unchanged)
    #expect(try history.contents() == before)
  }

  @Test("tells two live runs of one plan apart by their start, though they share the report's id")
  func tellsRunsApart() throws {
    var second = SyntheticNight()
    second.number = 2
    let runs = [
      try history.add(SyntheticNight().recorded()).run, try history.add(second.recorded()).run,
    ]
    #expect(runs[0].reportID == runs[1].reportID)
    #expect(try history.runs().map(\.identity) == [runs[1].identity, runs[0].identity])
  }

  @Test("knows a run that has no environment by its turns")
  func knowsRunsWithoutEnvironment() throws {
    var night = SyntheticNight()
    night.number = nil
    #expect(try history.add(night.recorded()).outcome == .added)
    #expect(try history.add(night.recorded(folder: "/elsewhere")).outcome == .unchanged)
    night.milliseconds = { _, _, _ in 900 }
    #expect(try history.add(night.recorded()).outcome == .added)
  }

  @Test("refuses a run that is not finished, takes it with leave, and replaces it when it was resumed")
  func replacesGrown() throws {
    var night = SyntheticNight()
    night.finished = 2
    let unfinished = try night.recorded()
    let refusal = #expect(throws: HistoryError.self) { try history.add(unfinished) }
    #expect(refusal?.message == "The run in “/runs/night” is not finished.")
    #expect(refusal?.code == .input)
    #expect(try history.add(unfinished, allowingPartial: true).run.turns == 4)
    // A resumed run says that it began when it was resumed.
    night.finished = nil
    night.number = 2
    let grown = try history.add(night.recorded())
    #expect(grown.outcome == .grown)
    #expect((grown.run.turns, grown.run.isComplete) == (8, true))
    #expect(try history.runs().map(\.identity) == [grown.run.identity])
  }

  @Test("does not take another night's unfinished run for the beginning of this one")
  func keepsUnlikeUnfinishedRuns() throws {
    var night = SyntheticNight()
    night.finished = 2
    night.milliseconds = { _, _, _ in 777 }
    try history.add(night.recorded(), allowingPartial: true)
    var whole = SyntheticNight()
    whole.number = 2
    #expect(try history.add(whole.recorded()).outcome == .added)
    #expect(try history.runs().count == 2)
  }

  @Test("refuses a run whose turns are others than those that were added")
  func refusesChangedRuns() throws {
    let run = try history.add(SyntheticNight().recorded()).run
    var other = SyntheticNight()
    other.milliseconds = { _, _, _ in 1 }
    let recorded = try other.recorded()
    let refusal = #expect(throws: HistoryError.self) { try history.add(recorded) }
    #expect(refusal?.hint == "Take that one out first: turnlab history forget \(run.shortIdentity)")
    #expect(try history.runs() == [run])
  }

  @Test("refuses a shard, and a run without a whole conversation")
  func refusesShardsAndNothing() throws {
    var shard = SyntheticNight()
    shard.shard = RecordHeader.Shard(index: 1, count: 2)
    let part = try shard.recorded()
    #expect(throws: HistoryError.self) { try history.add(part) }
    #expect(try history.add(part, allowingPartial: true).run.shard == shard.shard)
    var empty = SyntheticNight()
    empty.finished = 0
    let nothing = try empty.recorded()
    let refusal = #expect(throws: HistoryError.self) { try history.add(nothing, allowingPartial: true) }
    #expect(refusal?.message.contains("no whole conversation") == true)
  }

  @Test("writes down where a run stands now when its old folder has gone")
  func followsMovedFolders() throws {
    let first = try SyntheticNight().write(to: "first", in: file.scratch)
    try history.add(try RecordedRun.read(folder: first))
    let copy = try SyntheticNight().write(to: "copy", in: file.scratch)
    #expect(try history.add(try RecordedRun.read(folder: copy)).run.folder == first)
    try FileManager.default.removeItem(atPath: first)
    #expect(try history.add(try RecordedRun.read(folder: copy)).run.folder == copy)
  }

  @Test("reads from a run folder what it is given directly")
  func readsFolders() throws {
    let folder = try SyntheticNight().write(to: "night", in: file.scratch)
    let recorded = try RecordedRun.read(folder: folder, prices: nil)
    let direct = try SyntheticNight().recorded()
    #expect(recorded.run == direct.run)
    #expect(recorded.environment == SyntheticNight().environment)
  }

  @Test("forgets a run with all of its rows, unless it is pinned")
  func forgets() throws {
    let empty = try history.contents()
    let run = try history.add(SyntheticNight().recorded()).run
    try history.pin("main", runs: [run.identity])
    let refusal = #expect(throws: HistoryError.self) { try history.forget(named: run.shortIdentity) }
    #expect(refusal?.message == "The run \(run.shortIdentity) is pinned as the baseline “main”.")
    try history.unpin("main")
    #expect(try history.forget(named: run.shortIdentity) == run)
    #expect(try history.contents() == empty)
  }
}
