import ArgumentParser
import LabHistory

/// `turnlab history`: what runs of the past measured.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Remember runs, follow a figure from night to night, and pin baselines.",
    subcommands: [
      Add.self, List.self, Show.self, Trend.self, Pin.self, Unpin.self, Baselines.self, Rebuild.self,
      Forget.self,
    ])

  /// Which history.
  struct Database: ParsableArguments {
    @Option(
      help: "The history's file; TURNLAB_HISTORY or \(History.defaultPath) when none is named.",
      completion: .file())
    var db: String?

    /// Opens the history of the option, the variable or the default path.
    func open(creating: Bool = false) throws -> History {
      try History.open(
        db ?? Console.current.variables["TURNLAB_HISTORY"] ?? History.defaultPath, creating: creating)
    }
  }
}
