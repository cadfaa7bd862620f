extension RealtimeCommand {
  /// The item that a client puts into the conversation.
  func givenItem() throws(RealtimeProblem) -> JSONTree {
    guard let given = fields["item"], given.isObject else { throw .missing("item") }
    let kinds = ["message", "function_call", "function_call_output"]
    guard kinds.contains(given["type"]?.string ?? "") else {
      throw .invalidValue("item.type", "one of " + kinds.joined(separator: ", "))
    }
    if given["type"]?.string == "message", !["system", "user", "assistant"].contains(given["role"]?.string) {
      throw .invalidValue("item.role", "system, user or assistant")
    }
    return given
  }

  /// Where a reply in sound is to be cut, in milliseconds.
  func end(within item: RealtimeItem) throws(RealtimeProblem) -> Int {
    guard case .said(_, isSound: true) = item.content else {
      throw .invalidValue("item_id", "the id of a reply in sound")
    }
    guard fields["content_index"]?.number == 0 else { throw .invalidValue("content_index", "0") }
    guard let number = fields["audio_end_ms"]?.number, number >= 0, let end = Int(exactly: number)
    else { throw .invalidValue("audio_end_ms", "a whole number of milliseconds") }
    guard end <= item.milliseconds else {
      throw RealtimeProblem(
        code: "invalid_value",
        message: "Audio content of \(item.milliseconds)ms is already shorter than \(end)ms",
        param: "audio_end_ms")
    }
    return end
  }

  /// The item of the conversation that is meant.
  func item(in conversation: RealtimeConversation) throws(RealtimeProblem) -> RealtimeItem {
    guard let id = fields["item_id"]?.string else { throw .missing("item_id") }
    guard let item = conversation[id] else {
      throw RealtimeProblem(
        code: "item_not_found", message: "Item with item_id '\(id)' does not exist.", param: "item_id")
    }
    return item
  }
}
