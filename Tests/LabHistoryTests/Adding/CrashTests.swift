import Foundation
import GRDB
import TestSupport
import Testing

@testable import LabHistory

@Suite("A history under stress")
struct CrashTests {
  @Test("shows nothing of a run whose writer was cut off before it was done, and all of the runs before it")
  func losesNothing() throws {
    let file = try HistoryFile()
    try file.history.add(SyntheticNight().recorded())
    let whole = try file.history.contents()
    var second = SyntheticNight()
    second.number = 2
    let rows = RunRows(try second.recorded())
    try file.history.write { database in
      // With room for a few pages only, most of the run is in the files before it is committed.
      try database.execute(sql: "PRAGMA cache_size = 4")
      _ = try rows.insert(into: database, replacing: nil)
      // What a killed process leaves: the files as they are now.
      for ending in ["", "-wal"] {
        let bytes = try file.scratch.bytes(of: "history.sqlite" + ending)
        try file.scratch.write(bytes, to: "killed.sqlite" + ending)
      }
    }
    #expect(try file.history.runs().count == 2)
    let killed = try History.open(file.scratch.file("killed.sqlite"))
    #expect(try killed.contents() == whole)
    #expect(try killed.add(second.recorded()).outcome == .added)
    #expect(try killed.contents() == file.history.contents())
  }

  @Test("takes back everything of a run when something fails in the middle")
  func rollsBack() throws {
    let file = try HistoryFile()
    let before = try file.history.contents()
    let rows = RunRows(try SyntheticNight().recorded())
    #expect(throws: CancellationError.self) {
      try file.history.write { database in
        _ = try rows.insert(into: database, replacing: nil)
        throw CancellationError()
      }
    }
    #expect(try file.history.contents() == before)
  }

  @Test("is made and written by several connections at once")
  func servesManyWriters() throws {
    let scratch = try ScratchFolder()
    let path = scratch.file("new/history.sqlite")
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 4) { writer in
      failures.catching {
        let history = try History.open(path, creating: true)
        for number in 1...8 {
          var night = SyntheticNight()
          night.number = 8 * writer + number
          try history.add(night.recorded(folder: "/runs/\(writer)/\(number)"))
        }
      }
    }
    #expect(failures.all == [])
    let runs = try History.open(path).runs()
    #expect(runs.count == 32)
    #expect(runs.allSatisfy { $0.turns == 8 })
  }

  @Test("can be read while another program writes, and says when it cannot be written")
  func reportsLocks() throws {
    let file = try HistoryFile()
    try file.history.add(SyntheticNight().recorded())
    let other = try History.open(file.history.path, busySeconds: 0.02)
    let second = try {
      var night = SyntheticNight()
      night.number = 2
      return try night.recorded()
    }()
    try file.history.write { _ in
      let read = (runs: try other.runs(), trend: try other.trend())
      #expect((read.runs.count, read.trend.series.count) == (1, 1))
      let refusal = #expect(throws: HistoryError.self) { try other.add(second) }
      #expect(refusal?.code == .disk)
      #expect(refusal?.message.contains("is being written by another program") == true)
    }
  }
}

/// Collects what goes wrong on other threads.
private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  var all: [String] { lock.withLock { texts } }

  func catching(_ body: () throws -> Void) {
    do { try body() } catch { lock.withLock { texts.append("\(error)") } }
  }
}
