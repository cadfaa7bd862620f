import Foundation
import LabCassette
import LabRecord
import LabTimeline
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("Recording and replaying", .needs(.realTime))
struct CassetteTests {
  /// The latencies of every turn, by conversation and turn.
  private func latencies(of folder: String) throws -> [String: [String: Double]] {
    var reader = try RecordReader(path: folder + "/record.jsonl")
    var found: [String: [String: Double]] = [:]
    while let line = try reader.next() {
      guard case .turn(let turn) = line else { continue }
      var values: [String: Double] = ["outcome": turn.outcome == .completed ? 1 : 0]
      for metric in MetricCatalogue.all {
        values[metric.id] = metric.measure(turn.events).value?.milliseconds
      }
      found["\(turn.conversation.position).\(turn.turn)"] = values
    }
    return found
  }

  @Test(
    "A loopback run, recorded without words and sounds, has the same latencies when it is replayed offline")
  func replaysExactly() async throws {
    let plan = try ShortPlan(repeats: 2, concurrency: 4)
    let (recorded, cassette) = (plan.folder("recorded"), plan.scratch.file("short.cassette"))
    let record = try await onOwnThread {
      Program.run("record", plan.path, "--mode", "loopback", "--out", recorded, "--cassette", cassette)
    }
    expectMeasured(record)
    let replayed = plan.folder("replayed")
    let replay = Program.run("replay", cassette, "--out", replayed)
    #expect(replay.exit == 0, "\(replay.error)")
    #expect(replay.error.contains("4 of 4 conversations went on as recorded."), "\(replay.error)")
    let (expected, found) = (try latencies(of: recorded), try latencies(of: replayed))
    #expect(expected.count >= 4)
    #expect(Set(found.keys) == Set(expected.keys))
    for (turn, values) in expected {
      #expect(Set(values.keys) == Set(found[turn, default: [:]].keys))
      for (name, value) in values {
        #expect(abs(value - (found[turn]?[name] ?? .infinity)) <= 0.1, "\(turn) \(name)")
      }
    }
    let bytes = String(decoding: try plan.scratch.bytes(of: "short.cassette"), as: UTF8.self)
    #expect(!bytes.contains("emulated"), "the key of emulated services is a key too")
    #expect(!bytes.lowercased().contains("radius?"), "what was said is masked")

    // Drawn turns: the same with the same seed, and every turn ends well.
    let drawn = ["a", "b"].map { plan.folder($0) }
    for folder in drawn {
      let outcome = Program.run("replay", cassette, "--resample", "--seed", "5", "--out", folder)
      #expect(outcome.exit == 0, "\(outcome.error)")
    }
    #expect(try plan.scratch.bytes(of: "a/record.jsonl") == plan.scratch.bytes(of: "b/record.jsonl"))
    #expect(try latencies(of: drawn[0]).values.allSatisfy { $0["outcome"] == 1 })

    // A plan of its own, in which the turn ends later, keeps what the service took.
    let text = String(decoding: try plan.scratch.bytes(of: "plan.yaml"), as: UTF8.self)
      .replacing(
        "  openai/gpt-4o-mini: {sentences: [1, 1]}", with: "  cassette: \(cassette)\n  replay: exact")
    let other = try plan.scratch.write(
      Array((text + "\nsettings: {silenceThresholdMs: 900}\n").utf8), to: "other.yaml")
    let changed = Program.run("run", other, "--out", plan.folder("changed"))
    #expect(changed.exit == 0, "\(changed.error)")
    #expect(try latencies(of: plan.folder("changed")).values.allSatisfy { $0["outcome"] == 1 })
  }

  @Test("A cassette stands in for the services on sockets")
  func replaysOnSockets() async throws {
    let plan = try ShortPlan(repeats: 1, concurrency: 2)
    let (cassette, folder) = (plan.scratch.file("short.cassette"), plan.folder("replayed"))
    let outcomes = try await onOwnThread {
      [
        Program.run(
          "record", plan.path, "--out", plan.folder("recorded"), "--cassette", cassette, "--with-text"),
        Program.run("replay", cassette, "--mode", "loopback", "--out", folder),
      ]
    }
    for outcome in outcomes { expectMeasured(outcome) }
    #expect(try latencies(of: folder).values.allSatisfy { $0["outcome"] == 1 })
    #expect(try latencies(of: folder).count == 2)
  }

  @Test("A service that hears and speaks by itself is recorded and replayed")
  func speechToSpeech() async throws {
    let plan = try ShortPlan()
    let text = """
      name: voice
      corpus: \(plan.scratch.file("corpus"))
      workloads: [tutor]
      matrix: {s2s: [openai/gpt-realtime]}
      settings: {sampleRate: 24000}
      """
    let path = try plan.scratch.write(Array(text.utf8), to: "voice.yaml")
    let (recorded, cassette) = (plan.folder("recorded"), plan.scratch.file("voice.cassette"))
    let record = try await onOwnThread {
      Program.run("record", path, "--out", recorded, "--cassette", cassette)
    }
    #expect([0, 6].contains(record.exit), "6 is a machine too busy to trust: \(record.error)")
    let replay = Program.run("replay", cassette, "--out", plan.folder("replayed"))
    #expect(replay.exit == 0, "\(replay.error)")
    #expect(replay.error.contains("1 of 1 conversation went on as recorded."), "\(replay.error)")
    let (expected, found) = (try latencies(of: recorded), try latencies(of: plan.folder("replayed")))
    #expect(expected["0.0"]?["outcome"] == 1)
    #expect(Set(found.keys) == Set(expected.keys))
    for (turn, values) in expected {
      for (name, value) in values {
        #expect(abs(value - (found[turn]?[name] ?? .infinity)) <= 0.1, "\(turn) \(name)")
      }
    }
  }

  @Test("Both arms of a plan are recorded as far as they were selected, and replayed")
  func baseline() async throws {
    let plan = try ShortPlan(repeats: 3, concurrency: 4)
    let text = "\nbaseline: {emulation: {openai/gpt-4o-mini: {first_token: {fixed: {ms: 900}}}}}\n"
    let path = try plan.scratch.write(
      try plan.scratch.bytes(of: "plan.yaml") + Array(text.utf8), to: "ab.yaml")
    let (recorded, cassette) = (plan.folder("recorded"), plan.scratch.file("ab.cassette"))
    let record = try await onOwnThread {
      Program.run(
        "record", path, "--out", recorded, "--cassette", cassette, "--repeats", "1", "--seed", "12",
        "--select", "stt=deepgram/nova-3")
    }
    expectMeasured(record)
    let replay = Program.run("replay", cassette, "--out", plan.folder("replayed"))
    #expect(replay.exit == 0, "\(replay.error)")
    #expect(replay.error.contains("2 of 2 conversations went on as recorded."), "\(replay.error)")
    let (expected, found) = (try latencies(of: recorded), try latencies(of: plan.folder("replayed")))
    #expect(Set(found.keys) == Set(expected.keys))
    for (turn, values) in expected {
      #expect(abs((values["llm.ttft"] ?? 0) - (found[turn]?["llm.ttft"] ?? .infinity)) <= 0.1, "\(turn)")
    }
    #expect(found.values.count { ($0["llm.ttft"] ?? 0) >= 900 } == 1, "one of the two is the baseline")
    for refused in [["--resample"], ["--mode", "loopback"]] {
      let folder = plan.folder("no-" + refused[0])
      let outcome = Program().run(["replay", cassette, "--out", folder] + refused)
      #expect(outcome.exit == 64)
      #expect(!FileManager.default.fileExists(atPath: folder), "nothing is left behind")
      #expect(outcome.error.contains("only an exact replay offline keeps apart"))
    }
  }

  @Test("A recording cannot be resumed, and says what to do instead")
  func refusesToResume() throws {
    let outcome = Program.run(
      "record", "plan.yaml", "--out", "a", "--cassette", "b", "--resume", "a")
    #expect(outcome.exit == 64)
    #expect(outcome.error.contains("Record again, into a new folder and a new cassette."))
    #expect(Program.run("record", "p.yaml", "--out", "a", "--cassette", "b", "--repeats", "0").exit == 64)
  }

  @Test("What is wrong with a cassette or a plan that names one is said in one sentence")
  func namesMistakes() throws {
    let plan = try ShortPlan()
    let broken = try plan.scratch.write(Array("{\"schema\":\"other/1\"}\n".utf8), to: "broken.cassette")
    let replay = Program.run("replay", broken, "--out", plan.folder())
    #expect(replay.exit == 78)
    #expect(
      replay.error.contains("\(broken):1: the schema is “other/1”; this program reads turnlab.cassette/1"))
    let text = String(decoding: try plan.scratch.bytes(of: "plan.yaml"), as: UTF8.self)
      .replacing("  openai/gpt-4o-mini: {sentences: [1, 1]}", with: "  cassette: \(broken)")
    let other = try plan.scratch.write(Array(text.utf8), to: "other.yaml")
    let run = Program.run("run", other, "--out", plan.folder())
    #expect(run.exit == 78)
    #expect(run.error.contains("other.yaml:12:13: "), "\(run.error)")
    #expect(run.error.contains("the cassette cannot be played: \(broken):1: the schema is"))
    #expect(Program.run("record", plan.path, "--mode", "offline", "--out", "a", "--cassette", "b").exit == 64)
  }
}
