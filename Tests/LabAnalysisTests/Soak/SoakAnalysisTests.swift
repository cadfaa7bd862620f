import LabRecord
import LabTimeline
import Testing

@testable import LabAnalysis

@Suite("A soak's analysis")
struct SoakAnalysisTests {
  @Test("of a clean soak finds nothing, whatever the draws", arguments: 1...20 as ClosedRange<UInt64>)
  func cleanSoak(seed: UInt64) throws {
    let report = try SyntheticSoak(seed: seed).report()
    #expect(report.findings == [])
    #expect(report.verdict == .pass)
    #expect(report.sessions.completed == 1)
  }

  @Test("finds a leak of 20 MB an hour, and says how large it is", arguments: 1...5 as ClosedRange<UInt64>)
  func leak(seed: UInt64) throws {
    var soak = SyntheticSoak(seed: seed)
    soak.memoryPerHour = 20
    let report = try soak.report()
    #expect(Set(report.findings.map(\.code)) == ["memory_growth"])
    #expect(report.verdict == .regression)
    let trend = try #require(report.resources.first { $0.name == "allocated_mb" })
    #expect((19...21).contains(trend.perHour ?? 0))
    let interval = try #require(trend.interval)
    #expect(interval[0] <= 20 && interval[1] >= 19)
  }

  @Test("finds a leak of descriptors", arguments: 1...5 as ClosedRange<UInt64>)
  func descriptors(seed: UInt64) throws {
    var soak = SyntheticSoak(seed: seed)
    soak.descriptorsPerHour = 6
    #expect(try soak.report().findings.map(\.code) == ["descriptor_growth"])
  }

  @Test("finds services that end a tenth slower", arguments: 1...5 as ClosedRange<UInt64>)
  func drift(seed: UInt64) throws {
    var soak = SyntheticSoak(seed: seed)
    soak.drift = 0.1
    let report = try soak.report()
    #expect(Set(report.findings.map(\.code)) == ["latency_drift"])
    let model = try #require(report.latencies.first { $0.metric == "llm.ttft" })
    #expect(model.method == "cycles")
    #expect((0.02...0.2).contains(model.change ?? 0))
  }

  @Test("finds the stretch in which replies were silent")
  func silence() throws {
    var soak = SyntheticSoak()
    soak.change = { turn, age in if (1300..<1320).contains(age) { turn.usage.ttsSeconds = 0 } }
    let report = try soak.report()
    #expect(report.findings.map(\.code) == ["check_failed"])
    #expect(report.checks.filter { !$0.problems.isEmpty }.map(\.at) == [1500])
  }

  @Test("finds the stretch in which the agent no longer understood")
  func wordErrors() throws {
    var soak = SyntheticSoak()
    soak.change = { turn, age in if age >= 4800, age < 5100 { turn.counts.wordErrors = 3 } }
    let report = try soak.report()
    #expect(report.checks.filter { !$0.problems.isEmpty }.map(\.at) == [5100])
    #expect(report.findings.first?.message.contains("37.5 % of the words were wrong") == true)
  }

  @Test("holds every check against a limit of the plan's")
  func wordErrorLimit() throws {
    var soak = SyntheticSoak()
    soak.limits.wordErrorRate = 0.1
    soak.change = { turn, _ in turn.counts.wordErrors = 1 }
    #expect(try soak.report().findings.count == 18)
  }

  @Test("says when nobody was answered any more, and why")
  func unanswered() throws {
    var soak = SyntheticSoak()
    soak.change = { turn, age in
      guard age > 3600 else { return }
      turn.outcome = .failed(stage: .llm, reason: "session_limit")
      turn.usage.ttsSeconds = 0
    }
    let report = try soak.report()
    #expect(report.checks.count { !$0.problems.isEmpty } == 6)
    #expect(report.turns.failures.map(\.reason) == ["session_limit"])
    #expect(report.turns.failed == report.turns.failures[0].count)
  }

  @Test("says when a session did not last")
  func cutShort() throws {
    var soak = SyntheticSoak()
    soak.lasted = 4000
    let report = try soak.report()
    #expect(report.findings.map(\.code) == ["session_incomplete"])
    #expect(report.findings[0].message == "1 of 1 sessions did not last 01:30:00.")
  }

  @Test("judges the success of interruptions when enough were tried")
  func interruptions() throws {
    var soak = SyntheticSoak()
    soak.change = { turn, _ in
      turn.counts.interruptions = 1
      turn.counts.interruptionsSucceeded = turn.turn % 5 == 0 ? 0 : 1
    }
    #expect(try soak.report().findings.map(\.code) == ["interruptions_failed"])
  }

  @Test("judges the process that ran longest when the soak was resumed")
  func resumed() throws {
    let samples = { (offset: Double, bytes: Int) in
      stride(from: 0.0, through: 600, by: 10).map {
        SoakLine.sample(ResourceSample(at: offset + $0, residentBytes: bytes, allocatedBytes: bytes))
      }
    }
    let resumption = SoakResumption(at: 310, continuedSessions: 1)
    let lines = samples(0, 50_000_000).prefix(31) + [.resumed(resumption)] + samples(310, 90_000_000)
    let trends = ResourceTrends(lines: Array(lines), limits: SoakLimits()).all
    #expect(trends.map(\.first) == [90, 90])
    #expect(trends.allSatisfy { !$0.grows })
  }
}

@Suite("A soak's file")
struct SoakLineTests {
  @Test("is read as it was written, but for a last line that was cut off")
  func roundTrip() throws {
    var settings = SoakSettings()
    settings.plant = SoakPlant()
    settings.limits.wordErrorRate = 0.2
    let lines: [SoakLine] = [
      .settings(settings), .sample(ResourceSample(at: 10, residentBytes: 5, threads: 7)),
      .save(SoakSave(at: 300, turns: 20)), .resumed(SoakResumption(at: 310, continuedSessions: 1)),
    ]
    let bytes = try lines.flatMap { try $0.bytes() }
    #expect(try SoakLine.read(bytes, path: "soak.jsonl") == lines)
    #expect(try SoakLine.read(bytes + Array("{\"type\":\"sam".utf8), path: "soak.jsonl") == lines)
  }

  @Test("that holds something else names the line")
  func wrongLine() throws {
    let bytes = try SoakLine.settings(SoakSettings()).bytes() + Array("{}\n".utf8)
    #expect(throws: RecordError.self) { try SoakLine.read(bytes, path: "soak.jsonl") }
  }
}
