import ArgumentParser
import LabHistory
import LabRunner
import TurnLab

extension HistoryCommand {
  /// `turnlab history add`.
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add run folders. A run that is there already is left as it is.")

    @Argument(help: "Run folders.", completion: .directory)
    var folders: [String]

    @Flag(help: "Add runs that are not finished, and shards, too.")
    var partial = false

    @OptionGroup var database: Database

    func run() throws {
      // Read before the history is made, so that a wrong folder leaves nothing behind.
      let first = try folders.first.map { try fit($0) }
      let history = try database.open(creating: true)
      for (index, folder) in folders.enumerated() {
        let recorded = try index == 0 ? first : fit(folder)
        guard let recorded else { continue }
        let addition = try history.add(recorded, allowingPartial: partial)
        Console.current.output(HistoryTables.line(addition))
      }
    }

    private func fit(_ folder: String) throws -> RecordedRun {
      let recorded = try RecordedRun.read(folder: folder)
      try recorded.requireFit(allowingPartial: partial)
      return recorded
    }
  }

  /// `turnlab history rebuild`.
  struct Rebuild: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rebuild",
      abstract: "Make the history anew from all run folders in and below some folders.",
      discussion: "Runs that are not found there are taken out. Pinned baselines stay pinned.")

    @Argument(help: "Folders that hold run folders.", completion: .directory)
    var folders: [String]

    @Flag(help: "Take runs that are not finished, and shards, too.")
    var partial = false

    @OptionGroup var database: Database

    func run() throws {
      let console = Console.current
      let found = try folders.flatMap(RecordedRun.folders(below:))
      guard !found.isEmpty else {
        throw HistoryError(
          .missing, "There is no run folder in “\(folders.joined(separator: "”, “"))”.",
          hint: "Name a folder that holds run folders.")
      }
      let history = try database.open(creating: true)
      let result = try history.rebuild(fromFolders: found, allowingPartial: partial) {
        console.note("Left out: \($0.message)")
      }
      let removed = result.removed > 0 ? ", \(result.removed) taken out" : ""
      console.output("\(history.path): \(counted(result.runs, "run"))\(removed)")
    }
  }

  /// `turnlab history forget`.
  struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "forget", abstract: "Take runs out of the history. Their folders stay.")

    @Argument(help: "Runs: beginnings of their identities, or their folders.")
    var runs: [String]

    @OptionGroup var database: Database

    func run() throws {
      let history = try database.open()
      for name in runs {
        let run = try history.forget(named: name)
        Console.current.output("\(run.identity)  forgotten: \(HistoryTables.line(run))")
      }
    }
  }
}
