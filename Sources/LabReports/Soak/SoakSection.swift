public import LabAnalysis
import LabRecord
import LabTimeline

/// The part of the Markdown, HTML and terminal reports that tells of a soak.
public enum SoakSection {
  /// A time as hours, minutes and seconds.
  public static func time(_ seconds: Double) -> String { SoakFindings.time(seconds) }

  /// The section, from what the soak found.
  public static func section(_ report: SoakReport) -> ReportSection {
    ReportSection(
      id: "soak", title: "Soak", paragraphs: [sentence(report)] + report.findings.map(\.message),
      tables: [facts(report), resources(report), latencies(report), checks(report)].filter {
        !$0.rows.isEmpty
      },
      notes: notes(report))
  }

  private static func sentence(_ report: SoakReport) -> String {
    let sessions = report.sessions
    let held =
      "\(sessions.completed) of \(sessions.planned) sessions of \(SoakFindings.time(report.settings.durationSeconds)) "
      + "held out, with \(report.turns.total) turns."
    switch report.verdict {
    case .noData: return "Not one turn was measured. " + held
    case .pass: return "Passed: nothing grows, nothing drifts, every check was met. " + held
    case .regression: return "Failed, for the reasons below. " + held
    }
  }

  private static func facts(_ report: SoakReport) -> ReportSection.Table {
    var rows = [
      ["sessions completed", "\(report.sessions.completed) of \(report.sessions.planned)"],
      [
        "turns completed, interrupted, failed, missed",
        "\(report.turns.completed), \(report.turns.interrupted), \(report.turns.failed), \(report.turns.missed)",
      ],
      [
        "interruptions that succeeded",
        "\(report.interruptions.succeeded) of \(report.interruptions.tried) "
          + "(\(FixedPoint.percent(report.interruptions.succeeded, of: report.interruptions.tried)))",
      ],
      ["connections opened, reused", "\(report.connections.opened), \(report.connections.reused)"],
      ["reconnects, retries", "\(report.connections.reconnects), \(report.connections.retries)"],
      ["automatic saves", "\(report.saves.count)"],
    ]
    if report.sessions.continued > 0 {
      rows.append(["sessions continued after a stop", "\(report.sessions.continued)"])
    }
    rows += report.turns.failures.map { ["turns lost: \($0.stage) \($0.reason)", "\($0.count)"] }
    return ReportSection.Table(
      caption: "How it went.", header: ["", "count"], leftColumns: 1, rows: rows)
  }

  private static func resources(_ report: SoakReport) -> ReportSection.Table {
    ReportSection.Table(
      caption: "What the process held. The trend leaves out the first tenth, in which it settles.",
      header: ["", "first", "last", "highest", "per hour", "95 % interval", "limit", "grows"], leftColumns: 1,
      rows: report.resources.map { trend in
        [
          trend.name, text(trend.first), text(trend.last), text(trend.highest), text(trend.perHour),
          trend.interval.map { "\(text($0[0])) to \(text($0[1]))" } ?? FixedPoint.none,
          text(trend.limitPerHour), trend.grows ? "yes" : "no",
        ]
      })
  }

  private static func latencies(_ report: SoakReport) -> ReportSection.Table {
    ReportSection.Table(
      caption: "Whether latencies drifted with the age of the sessions, each utterance compared with itself.",
      header: ["metric", "compared", "turns", "change", "by chance", "drifts"], leftColumns: 2,
      rows: report.latencies.map { trend in
        [
          trend.metric, trend.method ?? "too few turns", "\(trend.turns)",
          trend.change.map { FixedPoint.text($0 * 100, decimals: 1) + " %" } ?? FixedPoint.none,
          trend.probability.map { FixedPoint.text($0, decimals: 4) } ?? FixedPoint.none,
          trend.drifts ? "yes" : "no",
        ]
      })
  }

  private static func checks(_ report: SoakReport) -> ReportSection.Table {
    ReportSection.Table(
      caption: "Whether the agent still did its work, by the age of the sessions.",
      header: ["up to", "problems", "turns", "not answered", "silent", "words", "wrong", "v2v p50 (ms)"],
      leftColumns: 2,
      rows: report.checks.map { check in
        [
          SoakFindings.time(check.at),
          check.problems.isEmpty ? "none" : check.problems.joined(separator: "; "),
          "\(check.turns)", "\(check.unanswered)", "\(check.silent)", "\(check.words)", "\(check.wordErrors)",
          FixedPoint.milliseconds(check.voiceToVoice),
        ]
      })
  }

  private static func notes(_ report: SoakReport) -> [String] {
    var notes: [String] = []
    if report.mode == .offline {
      notes.append(
        "Offline, an hour is an hour of conversation, which takes the process seconds: growth is by conversation had."
      )
    }
    if report.mode == .loopback {
      notes.append(
        "In loopback the emulated services live in the same process, and what they hold is counted too.")
    }
    if let plant = report.settings.plant {
      notes.append(
        "Planted on purpose: \(text(plant.memoryMegabytesPerHour)) MB and \(text(plant.descriptorsPerHour)) open files an "
          + "hour that nobody gives back, services that end \(FixedPoint.text(plant.latencyChange * 100, decimals: 0)) % "
          + "slower.")
    }
    return notes
  }

  private static func text(_ value: Double?) -> String {
    value.map { FixedPoint.text($0, decimals: 1) } ?? FixedPoint.none
  }
}
