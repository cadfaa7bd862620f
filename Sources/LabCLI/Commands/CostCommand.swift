public import ArgumentParser
public import LabAnalysis
import LabCost
import LabReports
import LabRunner
import LabStudies
import TurnLab

/// `turnlab cost`: what runs cost, and what conversations of another shape would.
struct CostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cost",
    abstract: "Say what a turn, a session, an hour and a month of a run's conversations cost.",
    discussion: """
      Prices come from the price book of the run, the shipped one or --prices. Without options the conversations are \
      priced as they were measured; every option changes one thing about them. Intervals come from the spread of the \
      measured conversations. Documentation/cost.md has every rule.
      """)

  @Argument(help: "Run folders.", completion: .directory)
  var folders: [String]

  @Option(help: "The share of the time in which the agent speaks, e.g. 0.4.")
  var talkShare: Double?

  @Option(name: .customLong("session"), help: "The length of a session in minutes.")
  var sessionMinutes: Double?

  @Option(help: "How often a minute the agent answers.")
  var turnsPerMinute: Double?

  @Option(help: "Hours of conversation a month.")
  var hours: Double?

  @Option(help: "The share of the tokens read that the providers’ caches have, from 0 to 1.")
  var cachedShare: Double?

  @Option(help: "The most tokens of a prompt: what the pipeline’s context window keeps.")
  var contextLimit = ConversationShape().contextLimit

  @Option(help: "A price tier, e.g. growth or deepgram=growth; may be given several times.")
  var tier: [TierChoice] = []

  @Option(
    help: "A speech-to-speech model or agent to compare with; may be given several times. none for none.")
  var against: [String] = ["openai/gpt-realtime", "openai/gpt-realtime-mini"]

  @Option(help: "A price book, in place of the runs’ own.", completion: .file())
  var prices: String?

  @Option(help: "A folder in which to write cost.json, cost.csv and cost.svg.", completion: .directory)
  var out: String?

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print CSV.")
  var csv = false

  func validate() throws {
    func check(_ name: String, _ value: Double?, _ range: ClosedRange<Double>) throws {
      guard let value, !range.contains(value) else { return }
      throw ValidationError("\(name) is \(value); it must be \(range.lowerBound) to \(range.upperBound).")
    }
    try check("--talk-share", talkShare, 0.001...0.999)
    try check("--session", sessionMinutes, 0.1...1440)
    try check("--turns-per-minute", turnsPerMinute, 0.01...60)
    try check("--hours", hours, 0.01...10_000_000)
    try check("--cached-share", cachedShare, 0...1)
    guard (1...10_000_000).contains(contextLimit) else {
      throw ValidationError("--context-limit is \(contextLimit); it must be 1 to 10000000.")
    }
    if folders.isEmpty { throw ValidationError("Name at least one run folder.") }
    if json, csv { throw ValidationError("--json and --csv exclude each other.") }
  }

  func run() throws {
    let console = Console.current
    let runs = try folders.map { (name: $0, analysis: try RunFolder(path: $0).analyse()) }
    let book = try prices.map(PriceBook.read) ?? RunFolder(path: folders[0]).prices()
    var shape = ConversationShape()
    shape.talkShare = talkShare
    shape.sessionMinutes = sessionMinutes
    shape.turnsPerMinute = turnsPerMinute
    shape.cachedShare = cachedShare
    shape.contextLimit = contextLimit
    shape.hoursPerMonth = hours
    let report = try CostReport(
      runs, prices: book,
      request: .init(shape: shape, tiers: tier, rivals: against.filter { $0 != "none" }))
    if let out {
      try RunFolder(path: out).write(report)
      console.note("Cost: \(out)/cost.svg")
    }
    let text = csv ? String(decoding: CostCSV.bytes(report), as: UTF8.self) : report.section.plainText
    try console.output(json, CostJSON.bytes(report), or: text)
  }
}

extension TierChoice: ExpressibleByArgument {
  /// Reads `TIER` or `VENDOR=TIER`.
  public init?(argument: String) {
    self.init(argument)
  }
}
