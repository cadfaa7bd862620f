import LabYAML
import Testing

@testable import LabGates

@Suite struct GateErrorTests {
  @Test("says the message, every problem and the hint, one per line")
  func saysMessageProblemsAndHint() {
    let error = GateError(
      "The gates g.yaml have a problem.", hint: "Correct the line named.",
      problems: [YAMLProblem(file: "g.yaml", line: 3, column: 5, message: "no such key")])
    #expect(
      error.description
        == "The gates g.yaml have a problem.\n  g.yaml:3:5: no such key\nCorrect the line named.")
  }
}
