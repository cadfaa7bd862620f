import Testing

@testable import LabStudies

@Suite struct CalibrationErrorTests {
  @Test("says the message, then the hint")
  func saysMessageThenHint() {
    #expect(
      CalibrationError(.failed, "It failed.", hint: "Try again.").description == "It failed.\nTry again.")
  }
}
