import ArgumentParser
import LabHistory
import TurnLab

extension HistoryCommand {
  /// `turnlab history pin`.
  struct Pin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pin", abstract: "Give runs a name, as a baseline against which others are held.")

    @Argument(help: "The baseline's name.")
    var name: String

    @Argument(help: "Runs: beginnings of their identities, or their folders.")
    var runs: [String]

    @OptionGroup var database: Database

    func run() throws {
      let baseline = try database.open().pin(name, runs: runs)
      Console.current.output(whole: HistoryTables.text([baseline]))
    }
  }

  /// `turnlab history unpin`.
  struct Unpin: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unpin", abstract: "Take a baseline's name away. Its runs stay.")

    @Argument(help: "The baseline's name.")
    var name: String

    @OptionGroup var database: Database

    func run() throws {
      try database.open().unpin(name)
      Console.current.output("\(name): unpinned")
    }
  }

  /// `turnlab history baselines`.
  struct Baselines: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "baselines", abstract: "List the pinned baselines.")

    @Flag(help: "Print the baselines as JSON.")
    var json = false

    @OptionGroup var database: Database

    func run() throws {
      let baselines = try database.open().baselines()
      Console.current.output(
        whole: try json ? HistoryJSON.text(baselines) : HistoryTables.text(baselines))
    }
  }
}
