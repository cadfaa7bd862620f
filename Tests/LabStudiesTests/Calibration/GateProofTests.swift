import LabRunner
import Testing

@testable import LabStudies

@Suite("The proofs of gates")
struct GateProofTests {
  private func runs() throws -> CalibrationRuns {
    try .prepare(CalibrationPlan(seed: 1, isQuick: true), cancellation: RunCancellation()) { _ in }
  }

  @Test("come out on runs whose truth is planted")
  func exact() throws {
    let cases = GateCase.all.filter { [.equal, .shifted].contains($0.run) }
    #expect(cases.map(\.expected) == ["pass", "fail"])
    let proofs = try runs().proveGates(cases)
    #expect(proofs.map(\.actual) == ["pass", "fail"])
    #expect(proofs.map(\.holds) == [true, true])
  }

  @Test("do not hold when a verdict is not the one that the truth asks for")
  func wrong() throws {
    var gateCase = try #require(GateCase.all.first { $0.run == .shifted })
    gateCase.expected = "pass"
    let proof = try #require(try runs().proveGates([gateCase]).first)
    #expect(!proof.holds)
    #expect(proof.actual == "fail")
    #expect(proof.reason.contains("llm.ttft"))
  }

  @Test("never let an unfinished run pass")
  func unfinished() throws {
    var gateCase = try #require(GateCase.all.first { $0.state == .unfinished })
    gateCase.run = .equal
    #expect(try runs().proveGates([gateCase]).map(\.actual) == ["error"])
  }

  @Test("are made for every kind of budget and comparison, with a pass and a failure each")
  func kinds() {
    let verdicts = Dictionary(grouping: GateCase.all, by: \.kind).mapValues { Set($0.map(\.expected)) }
    for (kind, found) in verdicts where kind.hasPrefix("budget") || kind.hasPrefix("relative") {
      #expect(found == ["pass", "fail"], "\(kind)")
    }
    for kind in ["separate runs", "screening"] { #expect(verdicts[kind] == ["pass", "fail"]) }
    for kind in ["missing data", "invalid run"] { #expect(verdicts[kind] == ["pass", "error"]) }
  }
}
