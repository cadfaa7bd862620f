import LabConversation
import LabEmulation
import LabPlan
import LabProviders
import LabRecord
import LabTimeline
import LabTransport
import Testing

@testable import LabPipeline
@testable import LabRunner

@Suite("Hearing step by step")
struct HearingInStepsTests {
  /// A conversation of `Corpora/smoke`, whose services accept and never answer.
  private struct Conversation {
    var pipeline: ConversationPipeline
    var actions: [PipelineAction] = []

    init(_ runner: PlanRunner) throws {
      pipeline = try runner.pipeline(of: runner.conversations[0], services: .emulated())
      pipeline.start(into: &actions)
      for case .open(let address, let request) in actions where request.transport == .webSocket {
        let head = ResponseHead(status: 101, headers: [], setup: ConnectionSetup(isReused: false))
        pipeline.handle(.arrival(address, WireArrival(.opened(head))), at: .origin, into: &actions)
      }
    }
  }

  private static func runner() throws -> PlanRunner {
    try PlanRunner(RunRequest(plan: SmokeRun().plan, mode: .offline))
  }

  /// Long enough for the caller to speak and be noticed.
  private static let frames = 400

  private static func instant(_ frame: Int, _ pipeline: ConversationPipeline) -> LabInstant {
    pipeline.router.ears.microphone.instant(of: pipeline.setup.settings.bufferSize * (frame + 1))
  }

  @Test("asks for the same as hearing in one go")
  func asInOneGo() throws {
    let runner = try Self.runner()
    var (whole, stepped) = (try Conversation(runner), try Conversation(runner))
    #expect(stepped.pipeline.hearsInSteps)
    for frame in 0..<Self.frames {
      let now = Self.instant(frame, whole.pipeline)
      whole.pipeline.handle(.timer(.microphone), at: now, into: &whole.actions)
      #expect(stepped.pipeline.takeSound(at: now, into: &stepped.actions))
      stepped.pipeline.analyseSound()
      stepped.pipeline.actOnSound(at: now, into: &stepped.actions)
    }
    #expect(stepped.actions == whole.actions)
    #expect(stepped.pipeline.router.machine.state != .idle)
  }

  @Test("asks for the same when a second thread helps")
  func withACrew() throws {
    let runner = try Self.runner()
    var alone = try Conversation(runner)
    let lent = try (0..<HearingWorker.capacity).map { index in
      let begun = try Conversation(runner)
      let origin = MonotonicInstant(nanoseconds: 0)
      let conversation = LiveConversation(
        position: index, ready: origin, origin: origin, pipeline: begun.pipeline,
        observer: EmulationObserver(
          begun.pipeline.setup, announcement: nil, turns: TurnRegistry(), sounds: SoundRegistry()))
      return (conversation: conversation, actions: begun.actions)
    }
    var actions = lent.map(\.actions)
    let worker = HearingWorker()
    let thread = try DedicatedThread(priority: .ordinary) { worker.work() }
    for frame in 0..<Self.frames {
      let now = Self.instant(frame, alone.pipeline)
      alone.pipeline.handle(.timer(.microphone), at: now, into: &alone.actions)
      for (index, (conversation, _)) in lent.enumerated() {
        #expect(conversation.pipeline.takeSound(at: now, into: &actions[index]))
        worker.lend(conversation)
        worker.call()
      }
      worker.finish()
      for (index, (conversation, _)) in lent.enumerated() {
        conversation.pipeline.actOnSound(at: now, into: &actions[index])
      }
    }
    worker.end()
    thread.join()
    #expect(actions.allSatisfy { $0 == alone.actions })
  }
}
