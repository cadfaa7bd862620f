import LabConversation
import LabPlan
import LabRecord
import LabTimeline

/// What a run would measure, in words.
public struct DryRun {
  private let runner: PlanRunner

  public init(runner: PlanRunner) {
    self.runner = runner
  }

  /// The summary, then a line for each cell.
  public var text: String {
    let request = runner.request
    let order = runner.order
    let work = runner.conversations
    let warmups = work.count { $0.isWarmup }
    var lines = [
      "\(request.plan.identity.name): \(counted(order.cells.count, "cell"))\(pairs), "
        + counted(work.count, "conversation")
        + (warmups > 0 ? " (\(warmups) of them warm-up)" : "") + ", \(request.mode.rawValue), "
        + "seed \(request.plan.seed), order \(request.plan.order.rawValue)"
    ]
    if let shard = request.shard {
      let all = counted(order.conversations.count, "conversation")
      lines.append("part \(shard.index) of \(shard.count), of \(all) in all")
    }
    if case .open(let perMinute, let spacing) = request.plan.arrival, request.mode != .offline {
      let rate = "\(perMinute)"
      lines.append(
        "arrival: open, \(rate.hasSuffix(".0") ? String(rate.dropLast(2)) : rate) a minute, "
          + "\(spacing.rawValue), \(counted(request.plan.concurrency, "line"))")
    }
    for setting in request.plan.settings { lines.append("\(setting.field.key): \(setting.text)") }
    lines += baseline
    lines.append("")
    for (index, cell) in order.cells.enumerated() {
      let count = work.count { $0.cell == index }
      lines.append("\(index + 1). \(cell.name)  × \(count)")
    }
    return lines.joined(separator: "\n")
  }

  private var pairs: String {
    guard let pairs = runner.order.pairs else { return "" }
    return " in \(counted(pairs.count, "pair"))"
  }

  /// What is to be known of the baseline arm; its cells stand in the list.
  private var baseline: [String] {
    let plan = runner.request.plan
    guard let baseline = plan.baseline else { return [] }
    let own = Dictionary(plan.settings.map { ($0.field.key, $0.text) }) { $1 }
    let origin = baseline.plan.map { "the plan “\($0.identity.name)”, " } ?? ""
    return ["baseline: \(origin)\(baseline.draws.rawValue) draws"]
      + baseline.settings.filter { own[$0.field.key] != $0.text }.map {
        "baseline \($0.field.key): \($0.text)"
      }
  }
}
