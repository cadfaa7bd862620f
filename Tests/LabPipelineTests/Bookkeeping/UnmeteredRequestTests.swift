import Testing

@testable import LabPipeline

@Suite("A request whose tokens nobody counted")
struct UnmeteredRequestTests {
  @Test("is estimated by its texts: four letters a token, and four tokens a message")
  func estimate() {
    let request = UnmeteredRequest(prompt: ["You are a tutor.", "Hi"], reply: "Hello")
    #expect(request.tokens == TokenCount(input: 4 + 4 + 1 + 4, output: 2))
  }
}
