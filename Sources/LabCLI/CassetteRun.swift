import Foundation
import LabAnalysis
import LabCassette
import LabPlan
import LabRecord
import LabRunner
import LabTimeline
import LabTransport

/// A run that records or plays a cassette: measured from its beginning to its end into a folder of its own.
struct CassetteRun {
  let runner: PlanRunner
  let folder: RunFolder
  let console: Console
  private let services: ServiceHost
  private let record: RecordFile

  /// - Parameter planText: Written into the folder; `nil` when the folder is there and holds it.
  init(runner: PlanRunner, folder: RunFolder, planText: [UInt8]?, console: Console) throws {
    services = try ServiceHost(runner: runner, variables: console.variables)
    if let planText {
      try folder.create()
      try folder.write(planText, to: "plan.yaml")
    }
    self.runner = runner
    self.folder = folder
    self.console = console
    record = try RecordFile.create(path: folder.record, header: runner.header)
  }

  /// - Parameter recorder: Makes what takes the wire down, given how services are reached.
  func measure(recorder: (ServiceAccess) throws -> CassetteRecorder?) throws {
    let mode = runner.request.mode
    var environment = RunEnvironment.ofThisMachine()
    let citation = mode == .offline ? nil : try CertificateFile.citation(named: nil, environment: environment)
    console.onInterruption { [runner] in runner.cancel() }
    let access = try services.start()
    defer { services.stop() }
    let recorder = try recorder(access)
    let began = MonotonicClock.now()
    var bar = ProgressBar(console: console)
    var reading: InstrumentReading
    do {
      defer { bar.clear() }
      reading = try runner.run(into: record, done: [], services: access, recorder: recorder) { bar.show($0) }
    }
    try recorder?.close()
    environment.seconds = began.duration(to: MonotonicClock.now()).milliseconds / 1000
    reading.calibration = citation
    try folder.write(environment: EnvironmentFile(environment: environment, instrument: reading))
    if runner.isCancelled {
      console.note("Interrupted. Conversations that had ended are kept.")
      throw ProgramExit.interrupted
    }
  }

  /// Says which conversations went on otherwise than recorded, on the console and in `replay.json`.
  func writeDeviations() throws {
    struct Line: Encodable {
      var conversation: ConversationIdentity
      var milliseconds: Double
      var what: String

      enum CodingKeys: String, CodingKey {
        case conversation, what
        case milliseconds = "at_ms"
      }
    }
    struct File: Encodable {
      var schema = "turnlab.replay/1"
      var conversations: Int
      var asRecorded: Int
      var deviations: [Line]

      enum CodingKeys: String, CodingKey {
        case schema, conversations, deviations
        case asRecorded = "as_recorded"
      }
    }
    let (all, found) = (runner.conversations.count, runner.deviations.all)
    let lines = found.map {
      Line(
        conversation: $0.conversation, milliseconds: Double($0.deviation.at.nanoseconds) / 1e6,
        what: $0.deviation.what)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let file = File(conversations: all, asRecorded: all - found.count, deviations: lines)
    try folder.write(Array(try encoder.encode(file)) + [UInt8(ascii: "\n")], to: "replay.json")
    console.note("\(all - found.count) of \(counted(all, "conversation")) went on as recorded.")
    if let first = lines.first {
      console.note(
        "Conversation \(first.conversation.position), after \(first.milliseconds) ms: \(first.what). From there on, what "
          + "arrives keeps its distance from what it answers.")
    }
  }

  /// Makes the reports and shows them.
  func report(asJSON: Bool) throws {
    let analysis = try folder.report()
    if asJSON {
      try console.show(json: analysis.report)
    } else {
      console.show(analysis.report)
    }
    console.note("Reports: \(folder.path)/report.html")
    if analysis.report.cells.allSatisfy({ $0.turns == 0 }) || !analysis.report.run.instrument.isValid {
      throw ProgramExit.noData
    }
  }
}
