import Testing

@testable import LabHistory

@Suite struct HistoryErrorTests {
  @Test("says the message, then the hint")
  func saysMessageThenHint() {
    #expect(HistoryError(.disk, "It failed.", hint: "Try again.").description == "It failed.\nTry again.")
  }
}
