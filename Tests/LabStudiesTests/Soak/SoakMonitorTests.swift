import Foundation
import LabRecord
import LabReports
import LabRunner
import LabTimeline
import Synchronization
import TestSupport
import Testing

@testable import LabStudies

@Suite("A soak's monitor")
struct SoakMonitorTests {
  /// A process that holds what the test says.
  struct PlantedProbe: ResourceProbe {
    func look(at: Double) -> ResourceSample {
      ResourceSample(at: at, residentBytes: 1_000_000 + Int(at), descriptors: 5)
    }
  }

  private static func turn(_ number: Int, endsAt seconds: Double) -> TurnRecord {
    var trace = TurnTrace()
    trace.record(.userSpeechEnded, at: .origin + .milliseconds(Int64(seconds * 1000) - 900))
    trace.record(.firstAudibleSample, at: .origin + .milliseconds(Int64(seconds * 1000)))
    return TurnRecord(
      conversation: ConversationIdentity(position: 0, cell: 0, name: "a", iteration: 0, isWarmup: false),
      turn: number, outcome: .completed, events: trace, counts: TurnCounts(), usage: Usage())
  }

  private func record(in scratch: ScratchFolder) throws -> RecordFile {
    try RecordFile.create(
      path: scratch.file("record.jsonl"),
      header: RecordHeader(
        plan: RecordHeader.PlanIdentity(name: "a", sha256: "0"), mode: .offline, seed: 1, cells: [],
        conversations: 1))
  }

  @Test("looks by virtual time offline, saves every five minutes of it and tells of the checks")
  func virtualTime() throws {
    let scratch = try ScratchFolder()
    let record = try record(in: scratch)
    let told = Mutex<[SoakMonitor.Progress]>([])
    let monitor = try SoakMonitor(
      settings: SoakSettings(), isOffline: true, path: scratch.file("soak.jsonl"), probe: PlantedProbe(),
      tell: { progress in told.withLock { $0.append(progress) } })
    for number in 0..<100 {
      monitor.take(.turnEnded(Self.turn(number, endsAt: Double(number) * 7 + 7)), record: record)
    }
    try monitor.finish()
    let lines = try SoakLine.read(scratch.bytes(of: "soak.jsonl"), path: "soak.jsonl")
    #expect(lines.first == .settings(SoakSettings()))
    let samples = lines.compactMap { line -> ResourceSample? in
      if case .sample(let sample) = line { sample } else { nil }
    }
    // A turn ends every 7 s and the looks are at least 10 s apart.
    #expect(samples.map(\.at) == stride(from: 7.0, through: 700, by: 14).map { $0 })
    let saves = lines.compactMap { line -> SoakSave? in
      if case .save(let save) = line { save } else { nil }
    }
    #expect(saves == [SoakSave(at: 300, turns: 43), SoakSave(at: 600, turns: 86)])
    let checks = told.withLock { $0.filter(\.isCheck) }
    #expect(checks.map(\.at) == [301, 609])
    #expect(checks.map(\.voiceToVoice) == [900, 900])
    #expect(checks.map(\.turns) == [43, 87])
  }

  @Test("counts the next session's time on")
  func secondSession() throws {
    let scratch = try ScratchFolder()
    let record = try record(in: scratch)
    let monitor = try SoakMonitor(
      settings: SoakSettings(), isOffline: true, path: scratch.file("soak.jsonl"), probe: PlantedProbe(),
      tell: { _ in })
    let end = ConversationRecord(
      conversation: Self.turn(0, endsAt: 1).conversation, turns: 1, nanoseconds: 100_000_000_000,
      failure: nil,
      counts: TurnCounts(), usage: Usage())
    monitor.take(.turnEnded(Self.turn(0, endsAt: 20)), record: record)
    monitor.take(.conversationEnded(end), record: record)
    monitor.take(.turnEnded(Self.turn(0, endsAt: 20)), record: record)
    try monitor.finish()
    let lines = try SoakLine.read(scratch.bytes(of: "soak.jsonl"), path: "soak.jsonl")
    let times = lines.compactMap { line -> Double? in
      if case .sample(let sample) = line { sample.at } else { nil }
    }
    #expect(times == [20, 100, 120])
  }

  @Test("plants real open files and gives them back")
  func plants() throws {
    let before = try #require(ProcessProbe().look(at: 0).descriptors)
    var plant = SoakPlant()
    plant.descriptorsPerHour = 400
    var planter: ResourcePlanter? = ResourcePlanter(plant)
    planter?.advance(to: 3600)
    let during = try #require(ProcessProbe().look(at: 0).descriptors)
    planter = nil
    // Other tests open and close files meanwhile, but not that many.
    #expect(during - before > 200)
    let after = try #require(ProcessProbe().look(at: 0).descriptors)
    #expect(during - after > 200)
  }

  @Test("sees this process")
  func seesThisProcess() throws {
    let sample = ProcessProbe().look(at: 3)
    #expect(sample.at == 3)
    #expect(try #require(sample.residentBytes) > 1_000_000)
    #expect(try #require(sample.descriptors) >= 3)
    #expect(try #require(sample.threads) >= 1)
  }
}
