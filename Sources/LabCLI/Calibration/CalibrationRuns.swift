import Foundation
import LabAudio
import LabCalibration
import LabReports
import LabRunner
import LabTimeline

/// Has the conversations of a calibration: ordinary runs of an ordinary plan, in a folder that is thrown away.
struct CalibrationRuns {
  let plan: CalibrationPlan
  private let scratch: TemporaryFolder
  private let console: Console

  init(plan: CalibrationPlan, console: Console) throws {
    self.plan = plan
    self.console = console
    scratch = try TemporaryFolder()
    try writeCorpus()
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

  /// Runs the text of a plan and reads its record.
  func record(_ text: String, named name: String, mode: RunMode) throws -> (RecordHeader, [TurnRecord]) {
    let file = scratch.file(name + ".yaml")
    try write(Array(text.utf8), to: file)
    let runner = try PlanRunner(
      RunRequest(
        plan: try PlanReader.read(file), mode: mode,
        workers: ProcessInfo.processInfo.activeProcessorCount))
    let services = try ServiceHost(runner: runner, variables: [:])
    let path = scratch.file(name + ".jsonl")
    let record = try RecordFile.create(path: path, header: runner.header)
    console.onInterruption { runner.cancel() }
    let access = try services.start()
    defer { services.stop() }
    var bar = ProgressBar(console: console)
    do {
      defer { bar.clear() }
      _ = try runner.run(into: record, done: [], services: access) { bar.show($0) }
    }
    if runner.isCancelled { throw ProgramExit.interrupted }
    var reader = try RecordReader(path: path)
    var turns: [TurnRecord] = []
    while let line = try reader.next() {
      if case .turn(let turn) = line { turns.append(turn) }
    }
    return (runner.header, turns)
  }

  private func writeCorpus() throws {
    let rate = SampleRate(hertz: CalibrationUtterance.sampleRate)
    let folder = scratch.file("corpus")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let utterances = try CalibrationUtterance.conversation.map { utterance in
      let name = utterance.id + ".wav"
      try AudioFile.write(AudioClip(samples: utterance.samples, sampleRate: rate), to: folder + "/" + name)
      return CorpusUtterance(
        id: utterance.id, file: name, transcript: utterance.transcript, language: "en-GB",
        speaker: "turnlab/emulated-voice", speech: utterance.speech,
        words: utterance.words.map { .init(text: $0.text, samples: $0.samples) },
        begins: CorpusUtterance.Beginning(utterance.beginning),
        interruption: utterance.isInterruption ? .real : nil)
    }
    let manifest = CorpusManifest(
      name: CalibrationPlan.name, description: "What the caller of a calibration says.", language: "en",
      sampleRate: rate,
      conversations: [
        .init(
          id: CalibrationPlan.conversation, workload: CalibrationPlan.workload, utterances: utterances)
      ])
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

extension CorpusUtterance.Beginning {
  fileprivate init(_ beginning: CalibrationUtterance.Beginning) {
    switch beginning {
    case .at(let milliseconds): self = .at(milliseconds: milliseconds)
    case .bargeIn(let milliseconds): self = .bargeIn(milliseconds: milliseconds)
    }
  }
}

extension MeasuredRun {
  fileprivate init(mode: CalibrationMode, _ record: (header: RecordHeader, turns: [TurnRecord])) {
    self.init(mode: mode, header: record.header, turns: record.turns)
  }
}
