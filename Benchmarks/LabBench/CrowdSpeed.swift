import Foundation
import LabPipeline
import LabPlan
import LabProviders
import LabRecord
import LabRunner
import LabTimeline

/// What a microphone frame of 20 ms costs where a thousand conversations take turns, without any socket.
///
/// Each conversation's state has left the fast caches when its next frame comes. Three ways to hear the same sound are
/// compared by turns in one run, so that a machine whose speed changes changes all of them alike: conversation by
/// conversation, step by step for a group of them, and one conversation alone, whose state stays where it is.
enum CrowdSpeed {
  private static let conversations = 1000
  private static let rounds = 100
  private static let group = 32

  static func run(_ workshop: Workshop) throws -> [Figure] {
    let file = workshop.scratch("crowd.yaml")
    try plan.write(toFile: file, atomically: true, encoding: .utf8)
    guard FileManager.default.changeCurrentDirectoryPath(workshop.project) else {
      throw BenchFailure("the project's folder cannot be entered")
    }
    let runner = try PlanRunner(RunRequest(plan: try PlanReader.read(file), mode: .offline))
    let pipelines = try runner.conversations.map { try runner.pipeline(of: $0, services: .emulated()) }
    var (crowd, alone) = (Crowd(pipelines), Crowd([pipelines[0]]))
    var (oneByOne, inGroups, single): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      oneByOne.append(microseconds { crowd.hear() })
      inGroups.append(microseconds { crowd.hear(inGroupsOf: group) })
      // Often enough for a clock that counts in microseconds, and for the caches to be its own.
      single.append(microseconds { for _ in 0..<conversations { alone.hear() } })
    }
    let transform = Reference.transforms()
    // Fifty thousand frames a second are a whole core at 20 µs.
    func figure(_ name: String, _ times: [Double], _ ratio: Figure.Goal, to reference: Reference) -> Figure {
      let each = percentile(times, 0.5) / Double(conversations)
      return Figure(
        name: "crowd.frame_\(name).p50", value: each, unit: "µs", goal: .atMost(20), ratio: ratio,
        to: reference)
    }
    let apart = Reference(
      name: "one by one", value: percentile(oneByOne, 0.5) / Double(conversations))
    return [
      figure("of_one_alone", single, .atMost(60), to: transform),
      figure("one_by_one", oneByOne, .atMost(120), to: transform),
      figure("in_groups_of_\(group)", inGroups, .atMost(1), to: apart),
    ]
  }

  /// The processor time of some work.
  private static func microseconds(_ work: () -> Void) -> Double {
    let began = threadNanoseconds()
    work()
    return Double(threadNanoseconds() - began) / 1e3
  }

  private static let plan = """
    name: crowd
    corpus: Corpora/smoke
    workloads: [tutor]
    matrix: { stt: [deepgram/nova-3], llm: [openai/gpt-4o-mini], tts: [deepgram/aura-2], network: [none] }
    repeats: \(conversations)
    settings: { silenceThresholdMs: 500, bufferSize: 320, uplinkMessageMs: 100 }
    """
}

/// Conversations whose services are open and never answer.
private struct Crowd {
  private var pipelines: [ConversationPipeline]
  private var actions: [PipelineAction] = []
  private var rounds: Int64 = 0

  init(_ pipelines: [ConversationPipeline]) {
    self.pipelines = pipelines
    for index in pipelines.indices {
      self.pipelines[index].start(in: .real(nil), into: &actions)
      for case .open(let address, let request) in actions where request.transport == .webSocket {
        let head = ResponseHead(status: 101, headers: [], setup: ConnectionSetup(isReused: false))
        self.pipelines[index].handle(
          .arrival(address, WireArrival(.opened(head))), at: .origin, into: &actions)
      }
      actions.removeAll(keepingCapacity: true)
    }
  }

  private mutating func now() -> LabInstant {
    rounds += 1
    return LabInstant(nanoseconds: rounds * 20_000_000)
  }

  /// Hands a frame to every conversation, one after the other.
  mutating func hear() {
    let now = now()
    for index in pipelines.indices {
      pipelines[index].handle(.timer(.microphone), at: now, into: &actions)
      actions.removeAll(keepingCapacity: true)
    }
  }

  /// Hands a frame to every conversation, step by step for so many of them.
  mutating func hear(inGroupsOf size: Int) {
    let now = now()
    for start in stride(from: 0, to: pipelines.count, by: size) {
      let group = start..<min(start + size, pipelines.count)
      for index in group {
        _ = pipelines[index].takeSound(at: now, into: &actions)
        actions.removeAll(keepingCapacity: true)
      }
      for index in group { pipelines[index].analyseSound() }
      for index in group {
        pipelines[index].actOnSound(at: now, into: &actions)
        actions.removeAll(keepingCapacity: true)
      }
    }
  }
}
