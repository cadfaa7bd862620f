import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab history in several processes")
struct HistoryProcessTests {
  private let scratch: ScratchFolder
  private let database: String

  init() throws {
    scratch = try ScratchFolder()
    database = scratch.file("new/history.sqlite")
  }

  private func nights(_ numbers: ClosedRange<Int>, turns: Int = 3) throws -> [String] {
    try numbers.map { number in
      try RunFolderText(number: number, milliseconds: 1000 + number, turns: turns).write(in: scratch)
    }
  }

  private func list(_ database: String) -> String {
    Program.run("history", "list", "--json", "--db", database).output
  }

  @Test("takes runs from two processes that make and write it at once")
  func servesTwoProcesses() throws {
    let folders = try nights(1...20)
    let programs = try [folders.prefix(10), folders.suffix(10)].map { part in
      try BuiltProgram(["history", "add", "--db", database] + part, in: scratch)
    }
    for program in programs {
      let outcome = program.wait()
      #expect((outcome.exit, outcome.error) == (0, ""))
      #expect(outcome.output.split(separator: "\n").count == 10)
    }
    let single = scratch.file("single.sqlite")
    #expect(Program(variables: [:]).run(["history", "add", "--db", single] + folders).exit == 0)
    #expect(list(database) == list(single))
  }

  @Test("keeps every run that was added before a kill -9, whole, and goes on from there")
  func survivesKill() throws {
    let folders = try nights(1...24, turns: 60)
    let program = try BuiltProgram(["history", "add", "--db", database] + folders, in: scratch)
    #expect(waitUntil { list(database).components(separatedBy: "\"run\"").count > 4 })
    program.signal(SIGKILL)
    let killed = program.wait()
    #expect(killed.exit == -SIGKILL)
    let reported = killed.output.split(separator: "\n").count
    let after = list(database)
    let kept = after.components(separatedBy: "\"turns\" : 60").count - 1
    #expect(kept == after.components(separatedBy: "\"turns\" :").count - 1, "no run is there in part")
    #expect((reported...reported + 1).contains(kept), "the one at hand may have been committed unreported")
    #expect((3..<24).contains(kept))

    let again = Program(variables: [:]).run(["history", "add", "--db", database] + folders)
    #expect(again.exit == 0)
    #expect(again.output.components(separatedBy: "already there").count - 1 == kept)
    let single = scratch.file("single.sqlite")
    #expect(Program(variables: [:]).run(["history", "add", "--db", single] + folders).exit == 0)
    #expect(list(database) == list(single))
  }
}
