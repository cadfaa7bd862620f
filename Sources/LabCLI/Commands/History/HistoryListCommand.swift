import ArgumentParser
import LabHistory
import TurnLab

extension HistoryCommand {
  /// `turnlab history list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List runs, newest first.")

    @Option(help: "Show at most this many.")
    var limit: Int?

    @Option(help: "Only the runs of the plan of this name.")
    var plan: String?

    @Flag(help: "Print the runs as JSON.")
    var json = false

    @OptionGroup var database: Database

    func validate() throws {
      if let limit, limit < 1 { throw ValidationError("--limit is \(limit); it must be at least 1.") }
    }

    func run() throws {
      let runs = try database.open().runs(ofPlan: plan, limit: limit)
      Console.current.output(whole: try json ? HistoryJSON.text(runs) : HistoryTables.text(runs))
    }
  }

  /// `turnlab history show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show what a run measured.")

    @Argument(help: ArgumentHelp("The run: the beginning of its identity, or its folder.", valueName: "run"))
    var name: String

    @Flag(help: "Print the run as JSON.")
    var json = false

    @OptionGroup var database: Database

    func run() throws {
      let history = try database.open()
      let run = try history.run(named: name)
      let cells = try history.cells(of: run)
      Console.current.output(
        whole: try json ? HistoryJSON.text(run, cells: cells) : HistoryTables.text(run, cells: cells))
    }
  }
}
