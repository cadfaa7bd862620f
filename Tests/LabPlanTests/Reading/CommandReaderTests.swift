import LabProviders
import LabTimeline
import TestSupport
import Testing

@testable import LabPlan

@Suite("The programs of a plan")
struct CommandReaderTests {
  private func read(_ commands: String, stt: String = "command/ear") throws -> RunPlan {
    let scratch = try ScratchFolder()
    let text = """
      name: programs
      workloads: [tutor]
      commands:
      \(commands.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
      matrix: { stt: [\(stt)], llm: [template/reply], tts: [deepgram/aura-2] }
      """
    return try PlanReader.read(try scratch.write(Array(text.utf8), to: "plan.yaml"))
  }

  private func problems(_ commands: String) throws -> [String] {
    let error = #expect(throws: RunError.self) { try read(commands) }
    return error?.problems ?? []
  }

  @Test("stand in the matrix beside the catalogue, each under its own name")
  func join() throws {
    let plan = try read(
      """
      command/ear: { stt: [python3, ear.py, 3], sample_rate: 16000 }
      command/mouth: { tts: [mouth] }
      """)
    #expect(plan.matrix.stt == ["command/ear"])
    #expect(plan.commands.map(\.engine) == [.program(["python3", "ear.py", "3"]), .program(["mouth"])])
    #expect(plan.commands.map(\.stage) == [.stt, .tts])
    #expect(plan.commands.map(\.sampleRates) == [[16_000], [24_000]])
    #expect(try plan.catalogue.entry("command/ear").keyVariable == nil)
  }

  @Test("must be named for what they are, do one thing, and be lists of words")
  func refuse() throws {
    #expect(
      try problems("ear: { stt: [a] }\ncommand/ear: { stt: [a] }").contains {
        $0.contains("“ear” must begin with “command/”")
      })
    #expect(
      try problems("command/ear: { stt: [a], llm: [a] }").contains {
        $0.contains("“command/ear” has exactly one of stt, llm, tts and vad")
      })
    #expect(
      try problems("command/ear: { stt: [] }").contains { $0.contains("write the program and its arguments") }
    )
    #expect(
      try problems("command/mouth: { tts: [a] }").contains {
        $0.contains("“command/ear” is not a speech-to-text")
      })
  }
}
