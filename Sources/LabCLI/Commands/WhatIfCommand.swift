public import ArgumentParser
import Foundation
import LabAnalysis
import LabGates
import LabPlan
import LabProviders
import LabReports
import LabRunner
import LabStudies
import TurnLab

/// `turnlab whatif`: a run had again with something otherwise.
struct WhatIfCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract: "Predict how the latency of a run would change under a what-if, stage by stage.",
    discussion: """
      Runs of emulated services are run again in virtual time with the same plan and seed, unchanged and changed; the \
      difference is exact. Live runs are computed anew from their records. --set takes a stage (stt.finalize=-100ms, \
      llm.ttft=-20%, tts.ttfb=90ms), a setting (silenceThresholdMs=500) or an axis of the matrix (tts=cartesia/sonic-3, \
      network=wifi). Documentation/what-if.md says how, and what is left out.
      """)

  @Argument(help: "The run folder.", completion: .directory)
  var folder: String

  @Option(name: .customLong("set"), help: "A change to apply, NAME=VALUE; may be given several times.")
  var changes: [String] = []

  @Flag(help: "Make every stage faster by 10, 25, 50 and 100 %, one at a time.")
  var sweep = false

  @Option(help: "Only the cells that match, e.g. 'stt=deepgram/*,preset=balanced'.")
  var select: String?

  @Option(help: "The folder to write the changed run and whatif.json to.", completion: .directory)
  var out: String?

  @Option(help: "The plan of the run, in place of the one in its folder.", completion: .file())
  var plan: String?

  @Option(help: "virtual_time or record; left out, virtual time where that is possible.")
  var method: WhatIfReport.Method?

  @Option(help: "How many conversations to compute at once in virtual time.")
  var workers = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var format: DocumentFormat

  func validate() throws {
    if changes.isEmpty, !sweep {
      throw ValidationError("Say what is changed with --set NAME=VALUE, or ask for a --sweep.")
    }
    if sweep, !changes.isEmpty { throw ValidationError("--sweep and --set exclude each other.") }
    if sweep, out != nil {
      throw ValidationError("--out is for --set: a sweep has many runs and keeps none.")
    }
    if workers < 1 { throw ValidationError("--workers is \(workers); it must be at least 1.") }
  }

  func run() throws {
    let console = Console.current
    let source = try WhatIfSource(
      RunFolder(path: folder), planPath: plan,
      selection: try select.map(CellSelection.init) ?? CellSelection(),
      method: method, workers: workers)
    try console.withProgress { cancellation, observe in
      let replay = WhatIfReplay(of: source, cancellation: cancellation, observe: observe)
      if sweep { return try show(try replay.sweep()) }
      try show(try report(replay, catalogue: source.recorded.plan.catalogue))
    }
  }

  private func report(_ replay: WhatIfReplay, catalogue: ProviderCatalogue) throws -> WhatIfReport {
    let changes = try changes.map { try PlanChange($0, names: MatrixNames(catalogue: catalogue)) }
    let target = out.map(RunFolder.init)
    let report = try replay.report(of: changes, keepingIn: target)
    guard let target else { return report }
    if report.method == .virtualTime { _ = try target.report() }
    try target.write(try WhatIfJSON.bytes(report), to: "whatif.json")
    Console.current.note("What if: \(target.path)/whatif.json")
    return report
  }

  private func show(_ report: WhatIfReport) throws {
    Console.current.output(
      whole: try format.text(
        json: WhatIfJSON.bytes(report), markdown: report.markdown, plain: report.plainText))
  }

  private func show(_ sweep: WhatIfSweep) throws {
    Console.current.output(
      whole: try format.text(
        json: WhatIfJSON.bytes(sweep),
        markdown: sweep.sections.map { $0.markdown() }.joined(separator: "\n"), plain: sweep.plainText))
  }
}

extension WhatIfReport.Method: ExpressibleByArgument {}
