import LabConversation
import LabRunner
import LabTimeline

/// What a run would measure, in words.
struct DryRun {
  let runner: PlanRunner

  var text: String {
    let request = runner.request
    let order = runner.order
    let work = order.conversations.filter { request.shard?.contains($0.position) ?? true }
    let warmups = work.count { $0.isWarmup }
    var lines = [
      "\(request.plan.identity.name): \(counted(order.cells.count, "cell")), "
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
    lines.append("")
    for (index, cell) in order.cells.enumerated() {
      let count = work.count { $0.cell == index }
      lines.append("\(index + 1). \(cell.name)  × \(count)")
    }
    return lines.joined(separator: "\n")
  }
}
