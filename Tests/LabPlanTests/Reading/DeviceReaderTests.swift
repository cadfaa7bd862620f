import LabEmulation
import TestSupport
import Testing

@testable import LabPlan

@Suite("A plan's devices")
struct DeviceReaderTests {
  private func plan(_ more: String, device: String) throws -> RunPlan {
    let scratch = try ScratchFolder()
    let text = """
      name: heat
      workloads: [tutor]
      matrix:
        stt: [deepgram/nova-3]
        llm: [openai/gpt-4o-mini]
        tts: [deepgram/aura-2]
        device: \(device)
      \(more)
      """
    return try PlanReader.read(scratch.write(Array(text.utf8), to: "plan.yaml"))
  }

  @Test("can be shipped ones, like them, or traces")
  func reads() throws {
    let plan = try plan(
      """
      devices:
        kitchen: {like: phone-old, ambient_c: 31, message_ms: 4}
        measured: {trace: [[0, 31], [900, 38.5]]}
      """, device: "[none, phone, kitchen, measured]")
    #expect(plan.matrix.device == ["none", "phone", "kitchen", "measured"])
    let kitchen = try #require(plan.devices.first { $0.name == "kitchen" })
    #expect(kitchen.ambient == 31)
    #expect(kitchen.cost.message == .milliseconds(4))
    #expect(kitchen.resistance == DeviceProfile.shipped.first { $0.name == "phone-old" }?.resistance)
    let measured = try #require(plan.devices.first { $0.name == "measured" })
    #expect(measured.trace == [.init(seconds: 0, temperature: 31), .init(seconds: 900, temperature: 38.5)])
  }

  @Test("that are impossible are reported with their lines, all at once")
  func reports() throws {
    do {
      _ = try plan(
        """
        devices:
          a: {serious_c: 50}
          b: {trace: [[10, 31], [5, 38]]}
          c: {fair_speed: 0.2}
          d: {like: phonne}
        """, device: "[none, tablett]")
      Issue.record("the plan was read")
    } catch let error as RunError {
      let text = error.problems.joined(separator: "\n")
      #expect(text.contains("needs fair_c ≤ serious_c ≤ critical_c"))
      #expect(text.contains("the times of “trace” must rise"))
      #expect(text.contains("may be no faster in a hotter state"))
      #expect(text.contains("did you mean “phone”?"))
      #expect(text.contains("did you mean “tablet”?"))
    }
  }

  @Test("replay a CSV file of seconds and °C")
  func csv() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write(Array("time,temp\n0,30\n60, 41.5\n".utf8), to: "trace.csv")
    #expect(
      try TemperatureTrace.read(path) == [
        .init(seconds: 0, temperature: 30), .init(seconds: 60, temperature: 41.5),
      ])
    let wrong = try scratch.write(Array("0,30\n60\n".utf8), to: "wrong.csv")
    #expect(throws: RunError.self) { try TemperatureTrace.read(wrong) }
  }
}
