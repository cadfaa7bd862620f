import ArgumentParser
import LabPlan
import LabRunner

/// Which conversations of a plan are run, and with which draws.
struct PlanOptions: ParsableArguments {
  @Argument(help: "The plan, a YAML file.", completion: .file(extensions: ["yaml"]))
  var plan: String

  @Option(help: "The seed, in place of the plan's.")
  var seed: UInt64?

  @Option(help: "Measure only the cells that match, e.g. 'stt=deepgram/*,preset=balanced'.")
  var select: String?

  /// Reads the plan.
  ///
  /// - Parameter baseline: Another plan to hold every cell against.
  func read(baseline: String? = nil) throws -> RunPlan {
    var read = try PlanReader.read(plan, baseline: baseline)
    if let seed { read.seed = seed }
    return read
  }

  /// The cells that are meant.
  func selection() throws -> CellSelection { try select.map(CellSelection.init) ?? CellSelection() }

  /// What a run of the plan needs beside it.
  func setup(in folder: RunFolder, live: LiveOptions, citation: @escaping RunSetup.Citation) throws
    -> RunSetup
  {
    var setup = RunSetup(
      folder: folder, planText: try RunFolder.bytes(ofFile: plan), variables: Console.current.variables,
      citation: citation)
    live.apply(to: &setup)
    return setup
  }
}

/// How often every conversation runs, where that is not the plan's own matter.
struct RepeatOptions: ParsableArguments {
  @Option(help: "How often to run every conversation in every cell, in place of the plan's number.")
  var repeats: Int?

  func validate() throws {
    if let repeats, !(1...100_000).contains(repeats) {
      throw ValidationError("--repeats is \(repeats); it must be 1 to 100000.")
    }
  }
}

/// JSON or Markdown in place of text for the terminal.
struct DocumentFormat: ParsableArguments {
  @Flag(help: "Print JSON.")
  var json = false

  @Flag(help: "Print Markdown.")
  var markdown = false

  func validate() throws {
    if json, markdown { throw ValidationError("--json and --markdown exclude each other.") }
  }

  /// The document that was asked for.
  func text(
    json: @autoclosure () throws -> [UInt8], markdown: @autoclosure () -> String,
    plain: @autoclosure () -> String
  ) rethrows -> String {
    if self.json { return String(decoding: try json(), as: UTF8.self) }
    return self.markdown ? markdown() : plain()
  }
}
