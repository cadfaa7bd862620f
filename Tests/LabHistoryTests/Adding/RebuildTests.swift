import Foundation
import GRDB
import TestSupport
import Testing

@testable import LabHistory

@Suite("A history that is made anew from run folders")
struct RebuildTests {
  private let file: HistoryFile

  init() throws { file = try HistoryFile() }

  private func rebuild(_ history: History, from folder: String) throws -> (runs: Int, removed: Int) {
    var rest = try RecordedRun.folders(below: folder)[...]
    return try history.rebuild { try rest.popFirst().map { try RecordedRun.read(folder: $0) } }
  }

  private func writeNights() throws -> [String] {
    try (1...7).map { number in
      let median = number < 5 ? 1000.0 : 1200
      return try SyntheticNight.noisy(number, median: median, deviation: 0.02)
        .write(to: "runs/\(number)", in: file.scratch)
    }
  }

  @Test("equals the one that the runs were added to, in whatever order")
  func equalsAdditions() throws {
    for folder in try writeNights().reversed() { try file.history.add(RecordedRun.read(folder: folder)) }
    let other = try History.open(file.scratch.file("other.sqlite"), creating: true)
    #expect(try rebuild(other, from: file.scratch.file("runs")) == (7, 0))
    #expect(try other.contents() == file.history.contents())
  }

  @Test("comes to the same content when it is made again in place, with its baselines")
  func repairsInPlace() throws {
    for folder in try writeNights() { try file.history.add(RecordedRun.read(folder: folder)) }
    try file.history.pin("main", runs: [file.scratch.file("runs/2")])
    let before = try file.history.contents()
    try file.history.write { try $0.execute(sql: "DELETE FROM latencies; UPDATE summaries SET p50_ms = 1") }
    #expect(try file.history.contents() != before)
    #expect(try rebuild(file.history, from: file.scratch.file("runs")) == (7, 0))
    #expect(try file.history.contents() == before)
  }

  @Test("loses the runs whose folders have gone, but not one that is pinned")
  func dropsWhatHasGone() throws {
    let folders = try writeNights()
    for folder in folders { try file.history.add(RecordedRun.read(folder: folder)) }
    try file.history.pin("main", runs: [folders[0]])
    for folder in [folders[0], folders[6]] { try FileManager.default.removeItem(atPath: folder) }
    #expect(throws: HistoryError.self) { try rebuild(file.history, from: file.scratch.file("runs")) }
    try file.history.unpin("main")
    _ = try rebuild(file.history, from: file.scratch.file("runs"))
    #expect(try file.history.runs().map(\.folder) == folders[1...5].reversed())
  }

  @Test("says when there is no such folder")
  func reportsMissingFolder() {
    let refusal = #expect(throws: HistoryError.self) { try RecordedRun.folders(below: "/no/such/folder") }
    #expect(refusal?.code == .missing)
  }
}
