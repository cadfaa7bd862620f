import Testing

@testable import LabErrors

@Suite("A user-facing error")
struct UserFacingErrorTests {
  private struct Planted: UserFacingError {
    let message = "The file “a” cannot be read."
    let hint = "Check its permissions."
    var problemLines: [String] = []
    let exit = ProgramExit.configuration
    var description: String { report }
  }

  @Test("is shown as its message, its problems and its hint, each on a line of its own")
  func report() {
    #expect(Planted().report == "The file “a” cannot be read.\nCheck its permissions.")
    #expect(
      Planted(problemLines: ["a:1: no name", "a:2: no corpus"]).report == """
        The file “a” cannot be read.
          a:1: no name
          a:2: no corpus
        Check its permissions.
        """)
  }
}

@Suite("The exit codes")
struct ProgramExitTests {
  /// A copy of what scripts rely on, on purpose.
  @Test("are the documented ones")
  func codes() {
    #expect(ProgramExit.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 64, 78, 130])
    #expect(Set(ProgramExit.allCases.map(\.meaning)).count == ProgramExit.allCases.count)
  }

  @Test("are all named in the summary that help shows")
  func summary() {
    #expect(ProgramExit.summary.hasPrefix("0 pass, 1 internal, 2 regression, 3 inconclusive, 4 improvement"))
    #expect(ProgramExit.summary.hasSuffix("130 interrupted"))
  }
}
