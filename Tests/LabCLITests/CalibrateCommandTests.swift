import Foundation
import LabAnalysis
import LabRecord
import LabReports
import LabStudies
import LabTimeline
import TestConditions
import TestSupport
import Testing

@testable import LabCLI

@Suite("turnlab calibrate")
struct CalibrateCommandTests {
  private func certificate(_ scratch: ScratchFolder, _ name: String = "c.json") throws
    -> CalibrationCertificate
  {
    try CertificateJSON.certificate(from: try scratch.bytes(of: name), path: name)
  }

  @Test("recovers every planted delay in virtual time, to the nanosecond")
  func offline() throws {
    let scratch = try ScratchFolder()
    let outcome = Program.run(
      "calibrate", "--mode", "offline", "--quick", "--skip-gates", "--out", scratch.file("made/c.json"))
    #expect(outcome.exit == 0, "\(outcome.error)")
    #expect(
      outcome.output.hasSuffix(
        "In virtual time all 18 metrics came out as planted, to the nanosecond, in every turn.\n"))
    let certificate = try certificate(scratch, "made/c.json")
    #expect(certificate.holds)
    for metric in certificate.metrics where metric.untold == nil {
      let errors = try #require(metric.modes.first?.errors, "\(metric.metric)")
      #expect(errors.count >= 8, "\(metric.metric)")
      #expect(errors.minimum == 0 && errors.maximum == 0, "\(metric.metric)")
    }
    #expect(certificate.environment.startedAt != nil)
    #expect(certificate.stamps == nil)
  }

  @Test("says that the instrument is not fit when a truth is one nanosecond off, and which")
  func distorted() throws {
    let scratch = try ScratchFolder()
    let outcome = Program.run(
      "calibrate", "--mode", "offline", "--quick", "--skip-gates", "--distort", "tts.ttfb=0.000001", "--out",
      scratch.file("c.json"), "--json")
    #expect(outcome.exit == 6)
    let certificate = try certificate(scratch)
    #expect(!certificate.holds)
    #expect(certificate.complaints == ["tts.ttfb_ms, offline: the largest error is 0.000001 ms, above 0 ms"])
    #expect(outcome.output == String(decoding: try scratch.bytes(of: "c.json"), as: UTF8.self))
    let check = try SchemaCheck.published("calibration-1").problems(
      JSONValue(try scratch.bytes(of: "c.json")))
    #expect(check.isEmpty)
  }

  @Test("draws other delays for another seed and recovers them too")
  func otherSeed() throws {
    let scratch = try ScratchFolder()
    for seed in ["2", "99"] {
      let outcome = Program.run(
        "calibrate", "--mode", "offline", "--quick", "--skip-gates", "--seed", seed, "--out",
        scratch.file(seed + ".json"))
      #expect(outcome.exit == 0, "\(outcome.output)")
    }
    #expect(try certificate(scratch, "2.json").planted != certificate(scratch, "99.json").planted)
  }

  @Test("refuses a metric that there is not, and a certificate that cannot be written")
  func refusals() throws {
    #expect(Program.run("calibrate", "--distort", "llm.speed=1").exit == 64)
    let scratch = try ScratchFolder()
    try scratch.write([], to: "file")
    let outcome = Program.run(
      "calibrate", "--mode", "offline", "--quick", "--skip-gates", "--out", scratch.file("file/c.json"))
    #expect(outcome.exit == 1)
    #expect(outcome.error.contains("could not be written"))
  }

  @Test("is cited by a run in real time, in every report", .needs(.realTime))
  func citation() async throws {
    let plan = try ShortPlan(repeats: 1, concurrency: 2)
    let (path, scratch) = (plan.path, plan.scratch)
    let certificate = scratch.file("c.json")
    let made = try await onOwnThread {
      Program.run("calibrate", "--mode", "loopback", "--quick", "--skip-gates", "--out", certificate)
    }
    // 6 is a machine too busy to trust.
    #expect(made.exit == 0 || made.exit == 6 && made.output.contains("Not fit:"), "\(made.error)")
    let figures = try self.certificate(scratch)
    #expect(figures.voiceToVoice(.loopback)?.count == 16)
    #expect(figures.stamps != nil)
    let folder = plan.folder("loopback")
    let outcome = try await onOwnThread {
      Program.run("run", path, "--mode", "loopback", "--out", folder, "--calibration", certificate)
    }
    expectMeasured(outcome)
    let report = try RunReport.read(
      from: try scratch.bytes(of: "loopback/report.json"), path: "report.json")
    let cited = try #require(report.run.instrument.calibration)
    #expect(cited.state == .current)
    #expect(cited.madeAt == figures.environment.startedAt)
    #expect(cited.voiceToVoiceError?.maximum == figures.voiceToVoice(.loopback)?.maximum)
    for name in ["report.html", "summary.md"] {
      let text = String(decoding: try scratch.bytes(of: "loopback/" + name), as: UTF8.self)
      #expect(text.contains("A latency is too long by "), "\(name)")
      #expect(text.contains("on this machine with this version."), "\(name)")
    }
  }

  @Test("is looked for before anything is measured")
  func missingCertificate() throws {
    let plan = try ShortPlan(repeats: 1)
    let folder = plan.folder("loopback")
    let outcome = Program.run(
      "run", plan.path, "--mode", "loopback", "--out", folder, "--calibration", plan.scratch.file("none.json")
    )
    #expect(outcome.exit == 78)
    #expect(outcome.error.contains("There is no certificate"))
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(Program.run("run", plan.path, "--calibration", "c.json").exit == 64)
  }
}
