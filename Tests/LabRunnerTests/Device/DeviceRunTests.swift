import Foundation
import LabConversation
import LabEmulation
import LabPlan
import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabRunner

@Suite("A conversation on a device")
struct DeviceRunTests {
  /// The turns and ends of the smoke conversation on a device.
  private func smoke(
    _ device: DeviceProfile?, changing change: (inout RunPlan) throws -> Void = { _ in }
  ) throws -> (turns: [TurnRecord], end: ConversationRecord) {
    var run = SmokeRun()
    run.plan.devices = device.map { [$0] } ?? []
    run.plan.matrix.device = [device?.name ?? Cell.none]
    try change(&run.plan)
    let scratch = try ScratchFolder()
    let runner = try PlanRunner(RunRequest(plan: run.plan, mode: .offline))
    let file = try RecordFile.create(path: scratch.file("record.jsonl"), header: runner.header)
    _ = try runner.run(into: file, done: [], services: .emulated()) { _ in }
    var reader = try RecordReader(path: scratch.file("record.jsonl"))
    var turns: [TurnRecord] = []
    var end: ConversationRecord?
    while let line = try reader.next() {
      if case .turn(let turn) = line { turns.append(turn) }
      if case .conversation(let conversation) = line { end = conversation }
    }
    return (turns, try #require(end))
  }

  private static func device(temperature: Double) -> DeviceProfile {
    var device = DeviceProfile(name: "test", summary: "")
    device.trace = [.init(seconds: 0, temperature: temperature)]
    device.cost.sound = .zero
    device.cost.buffer = .zero
    device.cost.message = .milliseconds(1)
    return device
  }

  private static func deviceTime(_ turn: TurnRecord) -> Duration {
    (CriticalPath.explain(turn.events) ?? []).filter { $0.owner == .device }.reduce(.zero) {
      $0 + $1.duration
    }
  }

  private static func latency(_ turn: TurnRecord) throws -> Duration {
    try #require(MetricCatalogue.voiceToVoice.measure(turn.events).value)
  }

  @Test("without one tells nothing of devices")
  func none() throws {
    let (turns, end) = try smoke(nil)
    #expect(end.device == nil)
    #expect(turns.allSatisfy { turn in turn.events.events.allSatisfy { !"\($0.kind)".contains("device") } })
  }

  @Test("takes longer by what the device computes, which is a part of it")
  func computes() throws {
    let (bare, _) = try smoke(nil)
    let (turns, end) = try smoke(Self.device(temperature: 30))
    #expect(turns.count == bare.count)
    for (turn, other) in zip(turns, bare) {
      let parts = try #require(CriticalPath.explain(turn.events))
      let latency = try Self.latency(turn)
      #expect(parts.reduce(0) { $0 + $1.nanoseconds } == latency.nanoseconds)
      #expect(Self.deviceTime(turn) >= .milliseconds(3))
      #expect(try latency > Self.latency(other))
    }
    #expect(end.device?[.nominal] ?? 0 > 1)
    #expect(end.device?.busySeconds ?? 0 > 0)
  }

  @Test("takes longer the hotter the device is, by its speed")
  func slowsDown() throws {
    let cool = try smoke(Self.device(temperature: 30)).turns
    let hot = try smoke(Self.device(temperature: 43)) { plan in
      plan.settings = [try Self.setting("enableAdaptiveQuality", "false")]
    }.turns
    // At half the speed, everything takes twice as long.
    for (hot, cool) in zip(hot, cool) {
      #expect(Self.deviceTime(hot) == Self.deviceTime(cool) * 2)
      #expect(hot.events.last(.thermalSerious) != nil)
    }
  }

  @Test("captures in longer buffers when it is hot, and the turn ends later for it")
  func adaptsQuality() throws {
    let frames = try [30.0, 43, 46].map { temperature in
      let (turns, end) = try smoke(Self.device(temperature: temperature))
      let counted = turns.reduce(end.counts.frames) { $0 + $1.counts.frames }
      return Double(end.nanoseconds) / 1e6 / Double(counted)
    }
    // At the session's 16 kHz: the setting's buffer, then 2048 and 4096 frames.
    #expect(frames[0] < 70)
    #expect((120...132).contains(frames[1]))
    #expect((240...262).contains(frames[2]))
  }

  private static func setting(_ key: String, _ text: String) throws -> SettingValue {
    try #require(SettingField.named(key)).value(text)
  }
}
