import Foundation
import LabAnalysis
import LabAudio
import LabGates
import LabPlan
import LabRecord
import LabRunner
import LabTimeline

/// The runs of a calibration: ordinary runs of an ordinary plan, in a folder that is thrown away.
struct CalibrationRuns {
  private let plan: CalibrationPlan
  private let scratch: TemporaryFolder
  private let cancellation: RunCancellation
  private let observe: (RunEvent) -> Void

  /// Makes the folder, with the corpus in it.
  static func prepare(
    _ plan: CalibrationPlan, cancellation: RunCancellation, observe: @escaping (RunEvent) -> Void
  ) throws -> CalibrationRuns {
    let runs = CalibrationRuns(
      plan: plan, scratch: try TemporaryFolder(), cancellation: cancellation, observe: observe)
    try runs.writeCorpus()
    return runs
  }

  /// Runs the plan in one mode.
  func run(_ mode: CalibrationMode) throws -> MeasuredRun {
    let isOffline = mode == .offline
    let text = plan.yaml(
      corpus: scratch.file("corpus"), networks: isOffline ? ["none", "steady"] : ["none"],
      repeats: isOffline ? 1 : plan.repeats)
    return MeasuredRun(
      mode: mode, try record(text, named: mode.rawValue, mode: isOffline ? .offline : .loopback))
  }

  /// Judges gates of every kind on runs whose truth is planted.
  func proveGates(_ cases: [GateCase] = GateCase.all) throws -> [GateProof] {
    // The waivers of the proofs expire in the last year that there is; any day is before that.
    guard let today = CalendarDate("2000-01-01") else { return [] }
    let needed = Set(cases.flatMap { [$0.run, $0.baseline, $0.confirmation] })
    var records: [GateRun: [RecordLine]] = [:]
    for run in GateRun.allCases where needed.contains(run) {
      records[run] = try lines(run.yaml(corpus: scratch.file("corpus")), named: run.rawValue, mode: .offline)
    }
    return try cases.map { gateCase in
      let path = scratch.file("gate.yaml")
      try write(Array(gateCase.text.utf8), to: path)
      return try gateCase.prove(by: try GateFileReader.read(path, today: today)) { run, state in
        try Self.subject(run, state, lines: records[run] ?? [])
      }
    }
  }

  private static func subject(
    _ run: GateRun, _ state: GateCase.State, lines: [RecordLine]
  ) throws -> GateSubject {
    guard case .header(let header)? = lines.first else {
      throw CalibrationError(
        .failed, "The run “\(run.rawValue)” left no record to prove gates on.",
        hint: CalibrationError.again)
    }
    var builder = RunReportBuilder(header: header)
    // Without its closing line a conversation is cut off.
    let last = lines.lastIndex { if case .conversation = $0 { true } else { false } }
    for (index, line) in lines.enumerated().dropFirst() where state == .whole || index != last {
      try builder.add(line)
    }
    return GateSubject(
      folder: run.rawValue, analysis: builder.finish(instrument: nil, environment: nil),
      memoryGrowthMegabytes: GateCase.memoryGrowthMegabytes)
  }

  /// Runs the text of a plan and reads its turns.
  private func record(_ text: String, named name: String, mode: RunMode) throws -> (
    RecordHeader, [TurnRecord]
  ) {
    let lines = try lines(text, named: name, mode: mode)
    guard case .header(let header)? = lines.first else {
      throw CalibrationError(
        .failed, "The calibration's run left no record.", hint: CalibrationError.again)
    }
    return (header, lines.compactMap { if case .turn(let turn) = $0 { turn } else { nil } })
  }

  /// Runs the text of a plan and reads its record, the header first.
  private func lines(_ text: String, named name: String, mode: RunMode) throws -> [RecordLine] {
    let runner = try PlanRunner(
      RunRequest(
        plan: try PlanReader.read(text: text, path: name + ".yaml"), mode: mode,
        workers: ProcessInfo.processInfo.activeProcessorCount))
    cancellation.watch(runner)
    let path = scratch.file(name + ".jsonl")
    try runner.run(recordingTo: path, observe: observe)
    var reader = try RecordReader(path: path)
    var lines = [RecordLine.header(reader.header)]
    while let line = try reader.next() { lines.append(line) }
    return lines
  }

  private func writeCorpus() throws {
    let rate = SampleRate(hertz: CalibrationUtterance.sampleRate)
    let folder = scratch.file("corpus")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func written(_ utterance: CalibrationUtterance) throws -> CorpusUtterance {
      let name = utterance.id + ".wav"
      try AudioFile.write(AudioClip(samples: utterance.samples, sampleRate: rate), to: folder + "/" + name)
      return CorpusUtterance(
        id: utterance.id, file: name, transcript: utterance.transcript, language: "en-GB",
        speaker: "turnlab/emulated-voice", speech: utterance.speech,
        words: utterance.words, begins: utterance.beginning,
        interruption: utterance.isInterruption ? .speech : nil)
    }
    let conversations =
      [(id: CalibrationPlan.conversation, utterances: CalibrationUtterance.conversation)]
      + CalibrationUtterance.gateConversations.map { (id: $0.id, utterances: [$0.utterance]) }
    let manifest = CorpusManifest(
      name: CalibrationPlan.name, description: "What the callers of a calibration say.", language: "en",
      sampleRate: rate,
      conversations: try conversations.map {
        .init(id: $0.id, workload: CalibrationPlan.workload, utterances: try $0.utterances.map(written))
      })
    try write(Array(try manifest.yaml().utf8), to: folder + "/" + CorpusManifest.fileName)
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw RunError(
        .writeFailed, "“\(path)” could not be written: \(SystemError.text(of: error)).",
        hint: "Free some space, or name another place in TMPDIR.")
    }
  }
}

extension MeasuredRun {
  fileprivate init(mode: CalibrationMode, _ record: (header: RecordHeader, turns: [TurnRecord])) {
    self.init(mode: mode, header: record.header, turns: record.turns)
  }
}
