/// Takes thoughts out of an answer that begins with them between `<think>` and `</think>`, as servers send
/// them that were not told to keep the two apart.
struct InlineThinking {
  private static let opening = "<think>"
  private static let closing = "</think>"

  private enum State { case beginning, thinking, thought, answering }

  private var state = State.beginning
  /// What may be a part of a mark that has not come whole.
  private var held = ""

  /// The pieces that a piece of content consists of.
  mutating func read(_ content: String) -> [ReplyPiece] {
    if state == .answering { return [.token(content)] }
    if state == .thought { return answer(content) }
    held += content
    if state == .beginning {
      let text = held.drop { $0.isWhitespace }
      if text.isEmpty { return [] }
      if text.count < Self.opening.count, Self.opening.hasPrefix(text) { return [] }
      guard text.hasPrefix(Self.opening) else {
        state = .answering
        defer { held = "" }
        return [.token(held)]
      }
      state = .thinking
      held = String(text.dropFirst(Self.opening.count))
    }
    guard let mark = held.firstRange(of: Self.closing) else {
      // As much as may be the beginning of the mark waits for the rest.
      let kept = (0..<Self.closing.count).last { held.hasSuffix(Self.closing.prefix($0)) } ?? 0
      let thought = String(held.dropLast(kept))
      held = String(held.suffix(kept))
      return thought.isEmpty ? [] : [.reasoning(thought)]
    }
    let thought = String(held[..<mark.lowerBound])
    let rest = String(held[mark.upperBound...])
    held = ""
    return (thought.isEmpty ? [] : [.reasoning(thought)]) + answer(rest)
  }

  /// What was held back, when the reply ends.
  mutating func finish() -> [ReplyPiece] {
    guard !held.isEmpty else { return [] }
    defer { held = "" }
    return [state == .thinking ? .reasoning(held) : .token(held)]
  }

  /// The answer after a thought, without the empty lines between the two, however many pieces they come in.
  private mutating func answer(_ content: String) -> [ReplyPiece] {
    let text = content.drop { $0.isNewline }
    state = text.isEmpty ? .thought : .answering
    return text.isEmpty ? [] : [.token(String(text))]
  }
}
