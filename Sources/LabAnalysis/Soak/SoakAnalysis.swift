public import LabRecord
import LabTimeline

/// Folds the record of a soak and what was seen of its process into a report.
public struct SoakAnalysis {
  private let mode: RunMode
  private let settings: SoakSettings
  private let lines: [SoakLine]
  private let planned: Int
  private var turns: [SoakTurn] = []
  private var ended: [ConversationRecord] = []
  private var extra = TurnCounts()
  private var devices: DeviceAnalysis?

  /// - Parameters:
  ///   - header: Of the record.
  ///   - lines: Of the soak's file.
  /// - Throws: `RecordError` when the lines do not say what was asked for.
  public init(header: RecordHeader, lines: [SoakLine]) throws {
    let found = lines.compactMap { line -> SoakSettings? in
      if case .settings(let settings) = line { settings } else { nil }
    }
    guard let settings = found.first else {
      throw RecordError(
        .line, "The soak's file has no settings in its first line.", hint: "Soak into another folder.")
    }
    self.settings = settings
    self.lines = lines
    mode = header.mode
    devices = DeviceAnalysis.concerns(header) ? DeviceAnalysis(header: header) : nil
    planned = (0..<header.conversations).count { header.covers($0) }
  }

  /// Reads a run folder's record.
  public static func report(record path: String, lines: [SoakLine]) throws -> SoakReport {
    var reader = try RecordReader(path: path)
    var analysis = try SoakAnalysis(header: reader.header, lines: lines)
    while let line = try reader.next() { analysis.add(line) }
    return analysis.finish()
  }

  /// Takes a line of the record.
  public mutating func add(_ line: RecordLine) {
    devices?.add(line)
    switch line {
    case .turn(let turn): turns.append(SoakTurn(turn))
    case .conversation(let end):
      ended.append(end)
      extra.add(end.counts)
    case .header, .footer: break
    }
  }

  /// What the soak comes to.
  public func finish() -> SoakReport {
    let ordered = SoakTurns(turns)
    let lasting = max(
      ended.map { Double($0.nanoseconds) / 1e9 }.max() ?? 0, ordered.turns.last?.age ?? 0)
    var report = SoakReport(
      mode: mode, settings: settings, verdict: .pass, findings: [],
      sessions: sessions(ordered), turns: outcomes,
      resources: ResourceTrends(lines: lines, limits: settings.limits).all,
      latencies: ordered.trends(limit: settings.limits.latencyChange), connections: connections,
      interruptions: SoakReport.Interruptions(
        tried: total.interruptions, succeeded: total.interruptionsSucceeded),
      checks: turns.isEmpty ? [] : SoakChecks(settings: settings, turns: ordered).all(lasting: lasting),
      saves: saves)
    report.devices = devices?.finish()
    report.findings = SoakFindings(report: report).all
    report.verdict = turns.isEmpty ? .noData : report.findings.isEmpty ? .pass : .regression
    return report
  }

  private var total: TurnCounts {
    turns.reduce(into: extra) { $0.add($1.counts) }
  }

  private func sessions(_ ordered: SoakTurns) -> SoakReport.Sessions {
    let complete = ended.count {
      // A session's last frame may be cut by the end of its time.
      $0.failure == nil && Double($0.nanoseconds) / 1e9 >= settings.durationSeconds - 1
    }
    let continued = lines.reduce(0) { sum, line in
      if case .resumed(let resumption) = line { sum + resumption.continuedSessions } else { sum }
    }
    var ages: [Int: Double] = [:]
    for turn in ordered.turns { ages[turn.position] = turn.age }
    for end in ended { ages[end.conversation.position] = Double(end.nanoseconds) / 1e9 }
    let seconds = ages.keys.sorted().reduce(0) { $0 + (ages[$1] ?? 0) }
    return SoakReport.Sessions(
      planned: planned, completed: complete, continued: continued, seconds: (seconds * 1e3).rounded() / 1e3)
  }

  private var outcomes: SoakReport.Turns {
    var failures: [[String]: Int] = [:]
    for turn in turns {
      switch turn.outcome {
      case .failed(let stage, let reason): failures[[stage.rawValue, reason], default: 0] += 1
      case .missed(let reason): failures[["missed", reason], default: 0] += 1
      case .completed, .interrupted: break
      }
    }
    func count(_ name: String) -> Int { turns.count { $0.outcome.name == name } }
    return SoakReport.Turns(
      total: turns.count, completed: count("completed"), interrupted: count("interrupted"),
      failed: count("failed"), missed: count("missed"),
      failures: failures.sorted { ($1.value, $0.key[0], $0.key[1]) < ($0.value, $1.key[0], $1.key[1]) }.map {
        SoakReport.Turns.Failure(stage: $0.key[0], reason: $0.key[1], count: $0.value)
      })
  }

  private var connections: SoakReport.Connections {
    let total = total
    return SoakReport.Connections(
      opened: total.connectionsOpened, reused: total.connectionsReused, reconnects: total.reconnects,
      retries: total.retries)
  }

  private var saves: SoakReport.Saves {
    let saves = lines.compactMap { line -> SoakSave? in
      if case .save(let save) = line { save } else { nil }
    }
    return SoakReport.Saves(count: saves.count, last: saves.last?.at)
  }
}
