import LabRecord
import LabTimeline
import TestSupport
import Testing

@testable import LabStudies

@Suite("A certificate")
struct CertificateTests {
  private static let here = RunEnvironment(
    startedAt: "2026-11-21T20:00:00Z", seconds: 30, version: "0.1.0", host: "lab", system: "Linux",
    processor: "p", processors: 2)

  /// A turn whose model is late by some milliseconds, and nothing else is known of it.
  private static func run(mode: CalibrationMode, late milliseconds: Double, turns: Int) -> MeasuredRun {
    let plan = CalibrationPlan(seed: 1, isQuick: true)
    let planted = plan.delays.cells[0]
    let cell = Cell(
      workload: "tutor", stt: planted.recogniser.provider, llm: planted.model.provider,
      tts: planted.synthesiser.provider, vad: "energy", network: "none", device: "none", preset: "balanced")
    let header = RecordHeader(
      plan: .init(name: "calibration", sha256: ""), mode: mode == .offline ? .offline : .loopback, seed: 1,
      cells: [cell],
      conversations: turns)
    let records = (0..<turns).map { index in
      var trace = TurnTrace()
      trace.record(.userSpeechStarted, at: LabInstant(nanoseconds: 500_000_000))
      trace.record(.llmRequested, at: .origin)
      trace.record(
        .llmFirstToken,
        at: LabInstant(nanoseconds: planted.model.firstToken + Int64(milliseconds * 1e6)))
      return TurnRecord(
        conversation: .init(position: index, cell: 0, name: "c", iteration: index, isWarmup: false), turn: 0,
        outcome: .interrupted, events: trace, counts: TurnCounts(), usage: Usage())
    }
    return MeasuredRun(mode: mode, header: header, turns: records)
  }

  private static func certificate(
    _ runs: [MeasuredRun], gates: [GateProof]? = nil, distortions: [String: Int64] = [:]
  ) -> CalibrationCertificate {
    CalibrationCertificate(
      environment: here,
      truth: PlantedTruth(plan: CalibrationPlan(seed: 1, isQuick: true), distortions: distortions),
      runs: runs,
      isQuick: true, stamps: nil, gates: gates)
  }

  @Test("says how late a late service makes a latency")
  func lateness() throws {
    let certificate = Self.certificate([Self.run(mode: .loopback, late: 2.5, turns: 120)])
    let metric = try #require(certificate.metrics.first { $0.metric == "llm.ttft_ms" })
    let finding = try #require(metric.modes.first)
    #expect(finding.errors?.p50 == 2.5)
    #expect(finding.errors?.p99 == 2.5)
    #expect(finding.planted == [234.567891, 234.567891])
    #expect(finding.complaints == ["the median error is 2.500 ms, above 1 ms"])
    #expect(!certificate.holds)
  }

  @Test("misses a latency that a turn has to have")
  func missing() throws {
    let certificate = Self.certificate([Self.run(mode: .loopback, late: 0, turns: 2)])
    let metric = try #require(certificate.metrics.first { $0.metric == "turn.v2v_ms" })
    #expect(metric.modes.first?.missing == 2)
    #expect(metric.modes.first?.complaints == ["it was never measured", "it is missing in 2 turns"])
  }

  @Test("shows a truth that was shifted on purpose")
  func distortion() throws {
    let run = Self.run(mode: .offline, late: 0, turns: 3)
    func ttft(_ distortions: [String: Int64]) throws -> MetricCalibration {
      try #require(
        Self.certificate([run], distortions: distortions).metrics.first { $0.metric == "llm.ttft_ms" })
    }
    #expect(try ttft([:]).holds)
    #expect(try !ttft(["llm.ttft": 1]).holds)
  }

  @Test("does not hold when a gate proof does not come out")
  func gates() {
    let proof = GateProof(
      kind: "budget", planted: "nothing", gate: "", expected: "pass", actual: "fail", reason: "too slow")
    let certificate = Self.certificate([], gates: [proof])
    #expect(
      certificate.complaints == [
        "gate proof “budget”, nothing: the verdict is fail, it has to be pass (too slow)"
      ])
    var right = proof
    right.actual = "pass"
    #expect(Self.certificate([], gates: [right]).holds)
  }

  @Test("is read back as it was written, and fits its schema")
  func roundTrip() throws {
    let proof = GateProof(
      kind: "budget", planted: "nothing", gate: "", expected: "pass", actual: "pass", reason: "")
    let certificate = Self.certificate(
      [
        Self.run(mode: .offline, late: 0, turns: 3), Self.run(mode: .loopback, late: 0.25, turns: 120),
      ], gates: [proof])
    let bytes = try CertificateJSON.bytes(certificate)
    #expect(try CertificateJSON.certificate(from: bytes, path: "c.json") == certificate)
    #expect(try SchemaCheck.published("calibration-1").problems(JSONValue(bytes)).isEmpty)
  }

  @Test("is refused when it is none, with the file's name")
  func refusal() {
    let other = Array(#"{"schema": "turnlab.report/1"}"#.utf8)
    let error = #expect(throws: CalibrationError.self) {
      try CertificateJSON.certificate(from: other, path: "c.json")
    }
    #expect(
      error?.message == "“c.json” has the schema “turnlab.report/1”, not “turnlab.calibration/1”.")
    #expect(throws: CalibrationError.self) {
      try CertificateJSON.certificate(from: Array("no".utf8), path: "c.json")
    }
  }

  @Test("is current on the machine and version that made it, and on no other")
  func citation() {
    let certificate = Self.certificate([Self.voiceToVoice()])
    #expect(certificate.citation(in: Self.here).state == .current)
    #expect(certificate.citation(in: Self.here).voiceToVoiceError?.count == 1)
    var other = Self.here
    other.version = "0.2.0"
    #expect(certificate.citation(in: other).state == .otherVersion)
    other.processors = 4
    #expect(certificate.citation(in: other).state == .otherMachine)
    let offline = Self.certificate([Self.run(mode: .offline, late: 0, turns: 1)])
    #expect(offline.citation(in: Self.here).state == .virtualTimeOnly)
  }

  /// A loopback run whose only turn has a voice-to-voice latency.
  private static func voiceToVoice() -> MeasuredRun {
    let run = run(mode: .loopback, late: 0, turns: 1)
    var trace = run.turns[0].events
    trace.record(.userSpeechEnded, at: LabInstant(nanoseconds: 1_700_000_000))
    trace.record(.firstAudibleSample, at: LabInstant(nanoseconds: 2_700_000_000))
    var turn = run.turns[0]
    turn.events = trace
    return MeasuredRun(
      mode: .loopback,
      header: RecordHeader(
        plan: .init(name: "calibration", sha256: ""), mode: .loopback, seed: 1, cells: run.cells,
        conversations: 1), turns: [turn])
  }

  @Test("concludes in one plain sentence")
  func conclusion() {
    var certificate = Self.certificate([Self.run(mode: .offline, late: 0, turns: 1)])
    #expect(certificate.conclusion.hasPrefix("In virtual time "))
    certificate.metrics = [
      MetricCalibration(
        metric: "turn.v2v_ms", untold: nil,
        modes: [
          .init(
            mode: .loopback, planted: [900, 1000],
            errors: ErrorDistribution(nanoseconds: (1...200).map { $0 * 10_000 }), missing: 0, unexpected: 0,
            complaints: [])
        ])
    ]
    #expect(
      certificate.conclusion
        == "On this machine a latency of this lab is too long by 1.0 ms in the median and "
        + "2.0 ms in 99 of 100 turns.")
  }
}
