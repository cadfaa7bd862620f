import LabTransport
import Testing

@Suite("The limit of open files")
struct OpenFileLimitTests {
  @Test("is left alone where it is enough, and said to be too low where nothing can raise it")
  func bounds() throws {
    #expect(OpenFileLimit.raise(to: 16) == nil)
    let problem = try #require(OpenFileLimit.raise(to: .max / 2))
    #expect(problem.contains("ulimit -Hn"))
  }
}
