public import ArgumentParser
import LabAnalysis
import LabErrors
public import LabGates
import LabReports
import LabRunner
import TurnLab

/// `turnlab gate`: judges a run by a gate file.
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate", abstract: "Judge a run by a gate file: budgets, and comparisons with a baseline.",
    discussion: """
      Writes gate.json, junit.xml and gate.md into the run folder.
      Exit codes: 0 pass, 2 a budget broken or a regression, 3 inconclusive, 4 improvement (with \
      --flag-improvements), 5 baseline missing or not comparable, 6 nothing to judge by or an invalid run, 78 a bad \
      gate file. The first that holds of 6, 2, 5, 3, 4 wins.
      """)

  @Argument(help: "The gate file, in YAML.", completion: .file(extensions: ["yaml", "yml"]))
  var gates: String

  @Option(name: .customLong("run"), help: "The run folder to judge.", completion: .directory)
  var judged: String?

  @Option(
    parsing: .upToNextOption,
    help: "Run folders that “baseline: run” compares with, the preferred one first.",
    completion: .directory)
  var baseline: [String] = []

  @Option(
    parsing: .upToNextOption, help: "Run folders that measured flagged cells again (see “screening”).",
    completion: .directory)
  var confirm: [String] = []

  @OptionGroup var database: HistoryCommand.Database

  @Flag(help: "Only check the gate file.")
  var check = false

  @Flag(help: "End with 4 when nothing is worse and something is clearly faster.")
  var flagImprovements = false

  @Flag(help: "Print gate.json instead of a table.")
  var json = false

  @Option(help: "Print annotations for a CI service as well: github.")
  var annotate: Annotations?

  @Option(help: .hidden)
  var today: CalendarDate?

  func validate() throws {
    if !check, judged == nil {
      throw ValidationError("Name the run to judge: --run DIR (or --check the file alone).")
    }
    if annotate != nil, json {
      throw ValidationError("--annotate and --json both write to standard output; choose one.")
    }
  }

  func run() throws {
    let console = Console.current
    let file = try GateFileReader.read(gates, today: try today ?? .today())
    guard !check, let judged else {
      return console.output("\(gates): \(counted(file.gates.count, "gate")), nothing wrong.")
    }
    let folder = RunFolder(path: judged)
    let subject = try folder.gateSubject()
    let report = GateEvaluation(
      file, of: subject,
      baselines: try GateBaselines(folders: baseline) { try database.open() }.all(of: file, for: subject),
      confirmations: try confirm.map { try RunFolder(path: $0).gateSubject() },
      looks: try folder.earlierLooks(of: subject.run.report.run)
    ).report()
    try folder.write(report)
    try show(report, on: console)
    console.note("Gates: \(judged)/gate.md")
    let exit = ProgramExit(report.outcome(flagsImprovements: flagImprovements))
    if exit != .pass { throw exit }
  }

  private func show(_ report: GateReport, on console: Console) throws {
    try console.output(json, GateJSON.bytes(report), or: GateTable(report: report).text + "\n")
    if annotate == .github { for line in GitHubAnnotations.lines(report) { console.output(line) } }
  }

  /// A CI service that shows what a program says in a form of its own.
  enum Annotations: String, ExpressibleByArgument, CaseIterable {
    case github
  }
}

extension CalendarDate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}
