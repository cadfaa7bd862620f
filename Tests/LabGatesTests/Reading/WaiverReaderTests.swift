import Testing

@testable import AnalysisSupport
@testable import LabGates

@Suite("A waiver")
struct WaiverReaderTests {
  private let text = """
    name: nightly
    gates:
      - {id: v2v, budget: [n > 3]}
    waivers:
      - {gate: v2v, owner: jo, reason: "incident 4711", expires: 2026-12-01}
    """

  @Test("counts up to and on the day it expires", arguments: ["2026-01-31", "2026-11-30", "2026-12-01"])
  func counts(today: String) throws {
    #expect(try GateText.read(text, today: today).waivers.first?.expires.description == "2026-12-01")
  }

  @Test(
    "is an error of the file from the day after, which names its line",
    arguments: ["2026-12-02", "2027-01-01"])
  func expires(today: String) throws {
    #expect(
      try GateText.problems(of: text, today: today) == [
        "g.yaml:5:62: the waiver expired on 2026-12-01; mend what it excuses, or have somebody renew it"
      ])
  }

  @Test("needs an owner and a reason that say something")
  func needsOwner() throws {
    let text = text.replacing("owner: jo", with: "owner: \" \"").replacing("\"incident 4711\"", with: "\"\"")
    #expect(
      try GateText.problems(of: text) == [
        "g.yaml:5:24: “owner” is empty", "g.yaml:5:37: “reason” is empty",
      ])
  }

  @Test(
    "is dated by a day of the calendar",
    arguments: [
      ("2026-12-01", true), ("2024-02-29", true), ("2026-02-29", false), ("2000-02-29", true),
      ("1900-02-29", false), ("2026-04-31", false), ("2026-13-01", false), ("2026-00-10", false),
      ("2026-1-1", false), ("tomorrow", false), ("2026-12-001", false),
    ])
  func dates(text: String, isDay: Bool) {
    #expect((CalendarDate(text)?.description == text) == isDay)
  }
}
