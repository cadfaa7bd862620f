import ArgumentParser
import LabCassette
import LabPlan
import LabRecord
import LabReports
import LabRunner
import LabStudies
import LabTimeline

/// `turnlab record`: measures a plan in real time and keeps what happened at the wire.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Measure a plan in real time and record the wire on a cassette.",
    discussion: """
      A cassette holds what was sent and what arrived, with sizes and instants. It never holds a key. Words are \
      masked and of sounds only the loudness is kept, unless --with-text and --with-audio ask for them.
      """)

  @OptionGroup var wanted: PlanOptions

  @Option(help: "Where conversations run: loopback or live.")
  var mode = RunMode.loopback

  @OptionGroup var often: RepeatOptions

  @Option(help: .hidden)
  var resume: String?

  @Option(help: "The run folder to write.", completion: .directory)
  var out: String

  @Option(help: "The cassette to write.", completion: .file())
  var cassette: String

  @OptionGroup var live: LiveOptions

  @Flag(help: "Keep the words: transcripts, replies, requests.")
  var withText = false

  @Flag(help: "Keep the sounds: the microphone's and the voice's.")
  var withAudio = false

  func validate() throws {
    if mode == .offline {
      throw ValidationError("--mode must be loopback or live: in virtual time there is no wire to record.")
    }
    if resume != nil {
      throw ValidationError(
        "--resume is for run: a cassette is written in one go. Record again, into a new folder and a new cassette."
      )
    }
  }

  func run() throws {
    let console = Console.current
    var plan = try wanted.read()
    if plan.baseline?.plan != nil {
      throw RunError(
        .invalidPlan, "The plan’s baseline is another plan, and a cassette keeps one plan only.",
        hint: "Write what differs under “baseline” itself: services, settings, emulation.")
    }
    if let repeats = often.repeats { plan.repeats = repeats }
    let runner = try PlanRunner(RunRequest(plan: plan, mode: mode, selection: try wanted.selection()))
    let setup = try wanted.setup(
      in: RunFolder(path: out), live: live, citation: CertificateFile.citation())
    let run = ConsoleRun(runner: runner, setup: setup, console: console)
    let header = CassetteHeader(
      plan: plan.identity, planText: String(decoding: setup.planText ?? [], as: UTF8.self),
      mode: mode,
      seed: plan.seed, date: RunEnvironment.ofThisMachine().startedAt, hasText: withText,
      hasAudio: withAudio, repeats: often.repeats, selection: wanted.select)
    let outcome = try run.measure { access in
      CassetteRecorder(
        file: try CassetteFile(path: cassette, header: header),
        mask: CassetteMask(
          keepsText: withText, keepsAudio: withAudio, secrets: try access.keys(of: plan)),
        cells: runner.order.cells)
    }
    console.note("Cassette: \(cassette)")
    try run.report(of: outcome, asJSON: false)
  }
}
