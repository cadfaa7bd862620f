import LabRecord

/// Says which limits a soak broke.
package struct SoakFindings {
  let report: SoakReport

  /// The fewest interruptions whose success is judged: below, one that failed says little.
  private static let fewestInterruptions = 10

  var all: [SoakReport.Finding] {
    sessions + resources + latencies + checks + interruptions + heat
  }

  private var sessions: [SoakReport.Finding] {
    let sessions = report.sessions
    guard sessions.completed < sessions.planned else { return [] }
    return [
      SoakReport.Finding(
        code: "session_incomplete",
        message: "\(sessions.planned - sessions.completed) of \(sessions.planned) sessions did not last "
          + "\(Self.time(report.settings.durationSeconds)).")
    ]
  }

  private var resources: [SoakReport.Finding] {
    report.resources.filter(\.grows).map { trend in
      let amount = FixedPoint.text(trend.perHour ?? 0, decimals: 1)
      let ends = (trend.interval ?? []).map { FixedPoint.text($0, decimals: 1) }.joined(separator: " to ")
      let limit = FixedPoint.text(trend.limitPerHour ?? 0, decimals: 1)
      let (code, what) =
        switch trend.name {
        case "resident_mb": ("memory_growth", "Resident memory grows by \(amount) MB an hour")
        case "allocated_mb": ("memory_growth", "Memory that nobody gives back grows by \(amount) MB an hour")
        case "descriptors": ("descriptor_growth", "Open files grow by \(amount) an hour")
        default: ("thread_growth", "Threads grow by \(amount) an hour")
        }
      return SoakReport.Finding(code: code, message: "\(what) (\(ends)); the limit is \(limit).")
    }
  }

  private var latencies: [SoakReport.Finding] {
    report.latencies.filter(\.drifts).map { trend in
      SoakReport.Finding(
        code: "latency_drift",
        message:
          "\(trend.metric) became \(FixedPoint.text((trend.change ?? 0) * 100, decimals: 1)) % slower; the limit "
          + "is \(FixedPoint.text(report.settings.limits.latencyChange * 100, decimals: 1)) %.")
    }
  }

  private var checks: [SoakReport.Finding] {
    report.checks.filter { !$0.problems.isEmpty }.map { check in
      SoakReport.Finding(
        code: "check_failed",
        message: "The check at \(Self.time(check.at)): \(check.problems.joined(separator: "; ")).")
    }
  }

  private var interruptions: [SoakReport.Finding] {
    let (tried, succeeded) = (report.interruptions.tried, report.interruptions.succeeded)
    let limit = report.settings.limits.interruptionSuccess
    guard tried >= Self.fewestInterruptions, Double(succeeded) < limit * Double(tried) else { return [] }
    return [
      SoakReport.Finding(
        code: "interruptions_failed",
        message: "Only \(succeeded) of \(tried) interruptions made the agent stop; the limit is "
          + "\(FixedPoint.text(limit * 100, decimals: 0)) %.")
    ]
  }

  private var heat: [SoakReport.Finding] {
    guard let limit = report.settings.limits.thermalEvents,
      let most = report.devices?.map(\.mostEvents).max(), most > limit
    else { return [] }
    return [
      SoakReport.Finding(
        code: "thermal_events",
        message: "A device came to a hotter state \(most) times in a session; the limit is \(limit).")
    ]
  }

  /// A time as hours, minutes and seconds.
  package static func time(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(whole / 3600)):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}
