import Testing

@testable import LabProviders

@Suite("Replies from templates")
struct TemplateReplyTests {
  private func answer(_ heard: String, after turns: Int = 0, language: String = "en") -> String {
    let past = Array(repeating: ChatMessage(role: .assistant, content: "…"), count: turns)
    return TemplateReply(language: language).answer(to: past + [.init(role: .user, content: heard)])
  }

  @Test("take up what was said, seen from the other side")
  func takesUp() {
    #expect(
      answer("Please remind me to call my dentist!")
        == "All right, I will remind you: call your dentist. Is there anything else?")
    #expect(answer("Hi. I don’t understand how we add one half.").contains("how you add one half"))
  }

  @Test("take turns over a conversation")
  func takesTurns() {
    let answers = (0..<4).map { answer("the river was high", after: $0) }
    #expect(Set(answers).count == 4)
    #expect(answer("the river was high", after: 4) == answers[0])
  }

  @Test(
    "are there for words that no rule knows, for none, and in every language",
    arguments: ["en", "de", "it", "xx"])
  func alwaysAnswers(language: String) {
    for heard in ["", "zzz", "idea for", "remind me to"] {
      #expect(answer(heard, language: language).count > 10)
      #expect(!answer(heard, language: language).contains("*"))
    }
  }

  @Test("come in pieces that make up the answer")
  func comesInPieces() {
    let messages = [ChatMessage(role: .user, content: "Why do leaves look green?")]
    let template = TemplateReply(language: "en")
    #expect(template.tokens(to: messages).count > 5)
    #expect(template.tokens(to: messages).joined() == template.answer(to: messages))
  }
}
