import LabRecord
import LabTimeline

@testable import LabPipeline

/// A driver for services without a wire: it has nothing but timers.
struct PipelineScript {
  private(set) var pipeline: ConversationPipeline
  private(set) var turns: [TurnRecord] = []
  private(set) var ended: ConversationRecord?
  /// Everything that the pipeline asked for, in words.
  private(set) var asked: [String] = []
  private var timers: [PipelineTimer: (at: LabInstant, order: Int)] = [:]
  private var order = 0

  /// Moves a conversation to its end.
  init(_ setup: PipelineSetup, in time: PipelineTime = .virtual) {
    pipeline = ConversationPipeline(setup: setup)
    var out: [PipelineAction] = []
    pipeline.start(in: time, into: &out)
    perform(&out)
    while ended == nil,
      let next = timers.min(by: { ($0.value.at, $0.value.order) < ($1.value.at, $1.value.order) })
    {
      timers[next.key] = nil
      pipeline.handle(.timer(next.key), at: next.value.at, into: &out)
      perform(&out)
    }
  }

  private mutating func perform(_ out: inout [PipelineAction]) {
    for action in out {
      asked.append(Wire.text(action))
      switch action {
      case .setTimer(let timer, let at):
        timers[timer] = (at, order)
        order += 1
      case .cancelTimer(let timer): timers[timer] = nil
      case .turnEnded(let record): turns.append(record)
      case .ended(let record): ended = record
      default: break
      }
    }
    out.removeAll()
  }
}
