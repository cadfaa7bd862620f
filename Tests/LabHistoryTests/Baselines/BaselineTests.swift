import Foundation
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabHistory

@Suite("Baselines")
struct BaselineTests {
  private let file: HistoryFile
  private var history: History { file.history }

  init() throws {
    file = try HistoryFile()
    for number in 1...6 {
      var night = SyntheticNight()
      night.number = number
      if number == 5 { night.isLate = true }
      if number == 4 { night.cells = [SyntheticNight.cell(llm: "groq/llama-3.3-70b")] }
      try history.add(RecordedRun.read(folder: night.write(to: "\(number)", in: file.scratch)))
    }
  }

  private func folders(_ numbers: Int...) -> [String] { numbers.map { file.scratch.file("\($0)") } }

  private func fingerprint() throws -> RunFingerprint { try history.runs()[0].fingerprint }

  @Test("that are pinned give the folders of their runs, oldest first")
  func givesPinned() throws {
    try history.pin("main", runs: folders(3, 1))
    #expect(try history.baseline(named: "main") == folders(1, 3))
    #expect(try history.baseline(named: "main", for: fingerprint()) == folders(1, 3))
    try history.pin("main", runs: folders(2))
    #expect(try history.baselines().map { "\($0.name) \($0.runs.map(\.folder))" } == ["main \(folders(2))"])
    try history.unpin("main")
    let refusal = #expect(throws: HistoryError.self) { try history.baseline(named: "main") }
    #expect(refusal?.code == .missing)
    #expect(throws: HistoryError.self) { try history.unpin("main") }
  }

  @Test("that were made under other conditions are not comparable, and say why")
  func refusesOtherConditions() throws {
    try history.pin("main", runs: folders(1))
    var other = try fingerprint()
    other.machine?.processor = "Faster CPU"
    let refusal = #expect(throws: HistoryError.self) { try history.baseline(named: "main", for: other) }
    #expect(refusal?.code == .notComparable)
    #expect(
      refusal?.message == """
        The baseline “main” cannot be compared with this run: it was made on Test OS · Test CPU × 4 · turnlab 1.0, \
        not on Test OS · Faster CPU × 4 · turnlab 1.0.
        """)
    other = try fingerprint()
    other.mode = "loopback"
    #expect(throws: HistoryError.self) { try history.baseline(named: "main", for: other) }
  }

  @Test("are made of runs that are whole, valid and alike")
  func refusesUnfitRuns() throws {
    let invalid = #expect(throws: HistoryError.self) { try history.pin("main", runs: folders(5)) }
    #expect(invalid?.message.contains("is invalid: 1 % of the arrivals waited more than 9.0 ms") == true)
    var offline = SyntheticNight()
    offline.mode = .offline
    let run = try history.add(offline.recorded()).run
    #expect(throws: HistoryError.self) { try history.pin("main", runs: folders(1) + [run.identity]) }
    #expect(throws: HistoryError.self) { try history.pin(" ", runs: folders(1)) }
    #expect(throws: HistoryError.self) { try history.pin("main", runs: ["/no/such/run"]) }
    #expect(try history.baselines() == [])
  }

  @Test("that roll are the last comparable runs with the same cells")
  func rolls() throws {
    let cells = [SyntheticNight.cell()]
    #expect(
      try history.baseline(rolling: 3, for: fingerprint(), cells: cells, excluding: folders(6))
        == folders(1, 2, 3))
    #expect(try history.baseline(rolling: 2, for: fingerprint(), cells: cells) == folders(3, 6))
    let strange = [SyntheticNight.cell(arm: .baseline)]
    let refusal = #expect(throws: HistoryError.self) {
      try history.baseline(rolling: 2, for: fingerprint(), cells: strange)
    }
    #expect(refusal?.code == .missing)
  }

  @Test("say when a folder has gone")
  func noticesMissingFolders() throws {
    try history.pin("main", runs: folders(1))
    try FileManager.default.removeItem(atPath: folders(1)[0])
    let refusal = #expect(throws: HistoryError.self) { try history.baseline(named: "main") }
    #expect(refusal?.code == .missing)
    #expect(refusal?.message.contains("has gone from “\(folders(1)[0])”") == true)
  }
}
