import Foundation
import LabAnalysis
import LabEngines
import LabProviders
import LabRecord
import LabTimeline
import TestConditions
import TestSupport
import Testing

@Suite("A live run without a key", .needs(.realTime))
struct LocalEngineTests {
  private func plan(_ text: String) throws -> (scratch: ScratchFolder, path: String) {
    let scratch = try ScratchFolder()
    try ShortCorpus.write(into: scratch)
    let whole = "name: local\ncorpus: \(scratch.file("corpus"))\nworkloads: [tutor]\nseed: 3\n" + text
    return (scratch, try scratch.write(Array(whole.utf8), to: "plan.yaml"))
  }

  private static func isMissing(_ names: String...) -> Bool {
    names.contains { EngineSpecification.builtIn($0).problem != nil }
  }

  @Test(
    "measures the engines on this machine and counts their mistakes",
    .enabled(
      if: !isMissing("pocketsphinx/en-us", "flite/slt", "espeak-ng/formant"),
      "needs libpocketsphinx3, pocketsphinx-en-us, libflite1 and libespeak-ng1"))
  func measuresEngines() async throws {
    let (scratch, path) = try plan(
      "matrix: {stt: [pocketsphinx/en-us], llm: [template/reply], tts: [flite/slt, espeak-ng/formant]}\n")
    let folder = scratch.file("run")
    let outcome = try await onOwnThread { Program.run("run", path, "--mode", "live", "--out", folder) }
    expectMeasured(outcome)
    let analysis = try RunAnalysis.read(
      records: [folder + "/record.jsonl"], instrument: nil, environment: nil)
    #expect(analysis.report.cells.count == 2)
    for cell in analysis.report.cells {
      #expect((cell.turns, cell.counts.words) == (1, 5))
      #expect(cell.counts.wordErrors < 5, "something of what Flite said is understood")
      for metric in ["stt.finalize_ms", "llm.ttft_ms", "tts.ttfb_ms", "turn.v2v_ms"] {
        #expect((cell.metrics[metric]?.mean ?? 0) > 0, "\(metric)")
      }
    }
  }

  @Test(
    "is recorded and replayed with the latencies that it had",
    .enabled(
      if: !isMissing("pocketsphinx/en-us", "espeak-ng/formant"),
      "needs libpocketsphinx3, pocketsphinx-en-us and libespeak-ng1"))
  func recordsAndReplays() async throws {
    let (scratch, path) = try plan(
      "matrix: {stt: [pocketsphinx/en-us], llm: [template/reply], tts: [espeak-ng/formant]}\n")
    let (recorded, cassette) = (scratch.file("recorded"), scratch.file("local.cassette"))
    let record = try await onOwnThread {
      Program.run("record", path, "--mode", "live", "--out", recorded, "--cassette", cassette, "--with-text")
    }
    expectMeasured(record)
    let replay = Program.run("replay", cassette, "--out", scratch.file("replayed"))
    #expect(replay.exit == 0, "\(replay.error)")
    #expect(replay.error.contains("1 of 1 conversation went on as recorded."), "\(replay.error)")
    let cells = try [recorded, scratch.file("replayed")].map { folder in
      let records = [folder + "/record.jsonl"]
      let analysis = try RunAnalysis.read(records: records, instrument: nil, environment: nil)
      return try #require(analysis.report.cells.first)
    }
    #expect(cells[0].counts.wordErrors == cells[1].counts.wordErrors)
    for metric in ["stt.finalize_ms", "tts.ttfb_ms", "turn.v2v_ms"] {
      let values = cells.map { $0.metrics[metric]?.mean ?? .nan }
      #expect(abs(values[0] - values[1]) <= 0.1, "\(metric): \(values)")
    }
  }

  @Test(
    "measures programs that a plan names",
    .enabled(
      if: EngineSpecification.program(["python3"]).problem == nil, "python3 is not installed"))
  func measuresPrograms() async throws {
    let folder = Repository.file("examples/command").path
    let (scratch, path) = try plan(
      """
      commands:
        command/energy: { stt: [python3, \(folder)/energy_stt.py] }
        command/echo: { llm: [python3, \(folder)/echo_llm.py] }
        command/tone: { tts: [python3, \(folder)/tone_tts.py] }
      matrix: { stt: [command/energy], llm: [command/echo], tts: [command/tone] }

      """)
    let run = scratch.file("run")
    let outcome = try await onOwnThread { Program.run("run", path, "--mode", "live", "--out", run) }
    expectMeasured(outcome)
    let analysis = try RunAnalysis.read(records: [run + "/record.jsonl"], instrument: nil, environment: nil)
    let cell = try #require(analysis.report.cells.first)
    #expect((cell.turns, cell.failed) == (1, 0))
    #expect(cell.counts.wordErrors > 0)
    #expect((cell.metrics["turn.v2v_ms"]?.mean ?? 0) > 0)
  }

  @Test("ends with 78 and a sentence when a program is not there")
  func refusesMissingProgram() throws {
    let (scratch, path) = try plan(
      """
      commands: { command/ear: { stt: [/nowhere/ear] } }
      matrix: { stt: [command/ear], llm: [template/reply], tts: [flite/slt] }

      """)
    let outcome = Program.run("run", path, "--mode", "live", "--out", scratch.file("run"))
    #expect(outcome.exit == 78)
    #expect(
      outcome.error.contains("needs an engine: The program /nowhere/ear is not there, or may not be run."))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("run")))
  }
}
