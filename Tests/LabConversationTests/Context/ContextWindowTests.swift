import LabConversation
import Testing

@Suite("The context window")
struct ContextWindowTests {
  @Test("sends the system prompt and every turn in order while they fit")
  func order() {
    var context = window(tokens: 1000)
    context.addAssistant("Welcome.")
    context.addUser("Hello.")
    context.addAssistant("Hi.")
    #expect(context.addUser("What now?") == nil)
    #expect(
      context.messages() == [
        .init(.system, "Be brief."), .init(.assistant, "Welcome."), .init(.user, "Hello."),
        .init(.assistant, "Hi."), .init(.user, "What now?"),
      ])
  }

  @Test("keeps of an interrupted reply what was heard, with a mark")
  func interrupted() {
    var context = window(tokens: 1000)
    context.addUser("Tell me all.")
    context.addInterruptedAssistant(heard: "It began in")
    #expect(context.messages().last == .init(.assistant, "It began in [interrupted by the caller]"))
  }

  @Test("keeps nothing of an interrupted reply that was not heard")
  func unheard() {
    var context = window(tokens: 1000)
    context.addUser("Tell me all.")
    context.addInterruptedAssistant(heard: "")
    #expect(context.messages().last == .init(.user, "Tell me all."))
  }

  @Test("takes the caller's last message back only while it has no reply")
  func removal() {
    var context = window(tokens: 1000)
    context.removeLastUser()
    context.addUser("One")
    context.addAssistant("Yes.")
    context.removeLastUser()
    #expect(context.messages().count == 3)
    context.addUser("Two, and")
    context.removeLastUser()
    context.addUser("Two, and three")
    #expect(context.messages().map(\.content) == ["Be brief.", "One", "Yes.", "Two, and three"])
  }

  @Test("estimates its messages as their texts and four tokens each")
  func tokens() {
    var context = window(tokens: 1000)
    context.addUser("sixteen letters.")
    context.addAssistant("four")
    #expect(context.estimatedTokens == (4 + 3) + (4 + 4) + (4 + 1))
  }

  @Test("does nothing at exactly its budget and compresses one token above")
  func threshold() {
    // The system prompt's 4 + 3 tokens, twice 4 + 4, and 4 + 2 for the last message.
    for (budget, isCompressed) in [(29, false), (28, true)] {
      var context = window(tokens: budget, keeping: 1)
      context.addUser("sixteen letters.")
      context.addAssistant("sixteen letters.")
      #expect((context.addUser("eight le") != nil) == isCompressed)
    }
  }

  @Test("folds turns before the recent ones into the first clauses of their messages")
  func folding() {
    var context = window(tokens: 460, keeping: 2)
    for turn in 1...4 { exchange(turn, in: &context) }
    let report = context.addUser("And now?")
    #expect(
      context.messages().prefix(2) == [
        .init(.system, "Be brief."),
        .init(
          .system,
          """
          Earlier in this conversation:
          - Caller: Question 1 is about the rivers,
          - Assistant: Answer 1 is about the rivers,
          - Caller: Question 2 is about the rivers,
          - Assistant: Answer 2 is about the rivers,
          - Caller: Question 3 is about the rivers,
          - Assistant: Answer 3 is about the rivers,
          """),
      ])
    #expect(context.messages().dropFirst(2).map(\.role) == [.user, .assistant, .user])
    #expect(report?.turnsFolded == 3)
    #expect(report?.turnsDropped == 0)
    #expect(report?.tokensAfter == context.estimatedTokens)
    #expect((report?.tokensBefore ?? 0) > 460)
    #expect(report?.isWithinBudget == true)
  }

  @Test("drops the summary's oldest turns when it grows beyond a quarter of the budget")
  func summaryBound() {
    var context = window(tokens: 600, keeping: 2)
    for turn in 1...30 { exchange(turn, in: &context) }
    let messages = context.messages()
    let firstKept = (1...30).first { messages[2].content.hasPrefix("Question \($0) ") } ?? 0
    #expect(messages[1].content.contains("Question \(firstKept - 1) "))
    #expect(!messages[1].content.contains("Question 1 "))
    #expect(TokenEstimate.tokens(in: messages[1].content) <= 150)
  }

  @Test("drops recent turns, oldest first, when folding is not enough")
  func dropping() {
    var context = window(tokens: 300, keeping: 10)
    for turn in 1...6 { exchange(turn, in: &context) }
    context.addUser("And now?")
    let contents = context.messages().map(\.content)
    #expect(contents.first == "Be brief.")
    #expect(contents.last == "And now?")
    #expect(contents.contains { $0.hasPrefix("Question 5") })
    #expect(!contents.contains { $0.hasPrefix("Question 4") })
    #expect(context.estimatedTokens <= 300)
  }

  @Test("never drops the system prompt or the last user message, and says when they do not fit")
  func neverDropped() {
    var context = window(tokens: 10)
    exchange(1, in: &context)
    let long = String(repeating: "and so on ", count: 100)
    let report = context.addUser(long)
    #expect(context.messages() == [.init(.system, "Be brief."), .init(.user, long)])
    #expect(report?.isWithinBudget == false)
    #expect(report?.turnsDropped == 1)
  }

  @Test("only grows at its end between two compressions")
  func prefixIsStable() {
    var context = window(tokens: 400, keeping: 2)
    var previous: [PromptMessage] = []
    var kept = 0
    for turn in 1...40 {
      if context.addUser("Question \(turn) is about the rivers, and about what lives in them.") == nil {
        #expect(context.messages().starts(with: previous))
        kept += 1
      }
      context.addAssistant("Answer \(turn) is about the rivers, and about what lives in them.")
      previous = context.messages()
    }
    #expect(kept > 20)
  }

  @Test("stays within any budget that the last message fits", arguments: [60, 100, 250, 1000], [1, 3, 10])
  func budgets(tokens: Int, keeping: Int) {
    var context = window(tokens: tokens, keeping: keeping)
    for turn in 1...50 {
      context.addUser("Question \(turn), please.")
      #expect(context.estimatedTokens <= tokens)
      #expect(context.messages().last?.content == "Question \(turn), please.")
      let reply = String(repeating: "word ", count: turn % 7 * 3) + "end."
      context.addAssistant(reply)
    }
  }

  private func window(tokens: Int, keeping: Int = 10) -> ContextWindow {
    ContextWindow(systemPrompt: "Be brief.", maxContextTokens: tokens, keepRecentTurns: keeping)
  }

  /// A question and an answer of about 55 tokens each.
  private func exchange(_ turn: Int, in context: inout ContextWindow) {
    let rest = String(repeating: "More words stand here, and count. ", count: 4)
    context.addUser(
      "Question \(turn) is about the rivers, and about what lives in them, all year round. " + rest)
    context.addAssistant(
      "Answer \(turn) is about the rivers, and about what lives in them, all year round. " + rest)
  }
}

@Suite("The token estimate")
struct TokenEstimateTests {
  @Test(
    "counts characters by script",
    arguments: [
      ("nothing costs nothing", "", 0), ("four Latin characters are one", "four", 1),
      ("five are two, rounded up", "fives", 2), ("accents are Latin", "éàüß", 1),
      ("typographic marks are Latin", "“so…”", 2), ("two Cyrillic characters are one", "привет", 3),
      ("two Devanagari characters are one", "नम", 1), ("a Chinese character is one", "你好", 2),
      ("a kana is one", "はい", 2), ("a Hangul syllable is one", "안녕", 2), ("an emoji is one", "😀", 1),
      ("scripts add up before rounding", "ab你", 2),
    ])
  func scripts(why: String, text: String, tokens: Int) {
    #expect(TokenEstimate.tokens(in: text) == tokens)
  }
}
