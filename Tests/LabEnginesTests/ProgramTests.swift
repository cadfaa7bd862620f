import Foundation
import LabProviders
import LabTimeline
import LabTransport
import TestConditions
import TestSupport
import Testing

@testable import LabEngines

@Suite("Programs that speak the line protocol")
struct ProgramTests {
  private static let hasPython = ChildProcess.problem(of: ["python3"]) == nil

  /// A program in the shell's language.
  private func shell(_ script: String) -> EngineSpecification { .program(["sh", "-c", script]) }

  private func python(_ name: String) -> EngineSpecification {
    .program(["python3", Repository.file("examples/command/\(name)").path])
  }

  private func isDone(_ request: Int) -> (EngineReply) -> Bool {
    { if case .done(request, _) = $0 { true } else { false } }
  }

  /// Says ready, then repeats every line as a token.
  private static let parrot = """
    while read -r line; do
      case $line in
        *'"open"'*) echo '{"type":"ready"}';;
        *'"close"'*) echo '{"type":"closed"}';;
        *) echo '{"type":"token","id":1,"text":"x"}';;
      esac
    done
    """

  @Test("get what was sent before they were ready, in order, and are kept for the next session")
  func areKept() {
    let talk = EngineTalk()
    talk.open(1, shell(Self.parrot))
    talk.send(1, .finalize(1))
    talk.send(1, .finalize(2))
    #expect(talk.wait { _ in talk.replies(1).count == 3 })
    #expect(talk.replies(1) == [.ready(sampleRate: nil), .token(1, "x"), .token(1, "x")])
    talk.close(1)
    talk.open(2, shell(Self.parrot))
    #expect(talk.isReady(2))
    #expect(talk.timings(1)?.isReused == false)
    #expect(talk.timings(2)?.isReused == true)
    #expect(!talk.replies(2).contains(.closed), "what belongs to the session before is dropped")
    talk.open(3, shell(Self.parrot))
    #expect(talk.isReady(3))
    #expect(talk.timings(3)?.isReused == false, "a program serves one session at a time")
  }

  @Test("that end in mid-session are lost with their status")
  func areLost() {
    let talk = EngineTalk()
    talk.open(1, shell(#"read line; echo '{"type":"ready"}'; read line; exit 3"#))
    #expect(talk.isReady(1))
    talk.send(1, .finalize(1))
    #expect(talk.wait { _ in talk.failure(1) != nil })
    #expect(talk.failure(1) == "The program “sh -c” ended with status 3.")
  }

  @Test("that cannot begin say why")
  func say() {
    let talk = EngineTalk()
    talk.open(1, shell(#"read line; echo '{"type":"error","message":"no model"}'; cat > /dev/null"#))
    talk.open(2, shell("read line; echo Traceback; cat > /dev/null"))
    talk.open(3, .program(["/nowhere/engine"]))
    #expect(talk.wait { _ in (1...3).allSatisfy { talk.failure($0) != nil } })
    #expect(talk.failure(1) == "“sh -c” says: no model")
    #expect(talk.failure(2)?.hasPrefix("“sh -c” says what is not of the protocol") == true)
    #expect(
      talk.failure(3)?.hasPrefix("The program /nowhere/engine is not there, or may not be run.") == true)
  }

  @Test(
    "that do not listen are ended when the run is over, and what they started too", .timeLimit(.minutes(1)))
  func areEnded() throws {
    let scratch = try ScratchFolder()
    var talk: EngineTalk? = EngineTalk()
    // Neither reads its input again; the second one holds the output open.
    let script = #"read line; echo '{"type":"ready"}'; echo $$ > \#(scratch.file("id")); tail -f /dev/null"#
    talk?.open(1, shell(script))
    #expect(talk?.isReady(1) == true)
    #expect(talk?.wait { _ in FileManager.default.fileExists(atPath: scratch.file("id")) } ?? false)
    talk = nil
    let text = String(decoding: try scratch.bytes(of: "id"), as: UTF8.self)
    let id = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // What it started held the output open, whose end was waited for.
    #expect(kill(id, 0) == -1, "the program is gone")
  }

  @Test("are looked for where the shell looks, or at their path")
  func areFound() throws {
    #expect(ChildProcess.problem(of: ["sh"]) == nil)
    #expect(ChildProcess.problem(of: ["/bin/sh"]) == nil)
    #expect(
      EngineSpecification.program(["no-such-program-here"]).problem?.message
        == "The program no-such-program-here is in no folder of PATH.")
    #expect(ChildProcess.problem(of: [])?.message == "A command has no program to run.")
  }

  @Test(
    "in Python, as shipped, recognise, reply and speak", .enabled(if: hasPython, "python3 is not installed"),
    .needs(.python))
  func adapters() {
    let talk = EngineTalk()
    talk.open(1, python("energy_stt.py"), stage: .stt)
    talk.open(2, python("echo_llm.py"), stage: .llm, sampleRate: nil)
    talk.open(3, python("tone_tts.py"), sampleRate: 24_000)
    let second = [UInt8](repeating: 0x30, count: 32_000)
    for _ in 0..<2 { talk.send(1, .audio(second)) }
    talk.send(1, .finalize(5))
    talk.send(2, .request(1, [.init(role: .user, content: "good evening")]))
    talk.send(3, .speak(1, "hi"))
    let final = talk.reply(1) { if case .final = $0 { true } else { false } }
    #expect(final == .final("sound sound", answers: 5), "\(talk.failure(1) ?? "")")
    #expect(talk.reply(2, where: isDone(1)) != nil, "\(talk.failure(2) ?? "")")
    #expect(talk.replies(2).contains(.token(1, " evening")))
    #expect(talk.reply(3, where: isDone(1)) != nil, "\(talk.failure(3) ?? "")")
    #expect(talk.audio(3, of: 1).count == 2 * 24_000 * 120 / 1000)
    #expect(talk.replies(3).first == .ready(sampleRate: 24_000))
  }

  @Test(
    "in Python see a cancellation while they speak", .enabled(if: hasPython, "python3 is not installed"),
    .needs(.python))
  func adapterCancels() {
    let talk = EngineTalk()
    talk.open(1, python("tone_tts.py"), sampleRate: 24_000)
    talk.send(1, .speak(1, String(repeating: "a", count: 100_000)))
    #expect(talk.wait { _ in !talk.audio(1, of: 1).isEmpty })
    talk.send(1, .cancel(1))
    talk.send(1, .speak(2, "b"))
    #expect(talk.reply(1, where: isDone(2)) != nil)
    #expect(!talk.replies(1).contains { isDone(1)($0) })
  }
}
