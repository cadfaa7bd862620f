import LabProviders
import LabStatistics
import LabTimeline

/// What a Realtime session says, and the items of its conversation.
extension EmulatedRealtime {
  mutating func respond(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    if let reply {
      throw RealtimeProblem(
        code: "conversation_already_has_active_response",
        message: "Conversation already has an active response in progress: \(reply.id). "
          + "Wait until the response is finished before creating a new one.")
    }
    let wish = command.fields["response"] ?? .null
    var speech = settings.speech
    try speech.apply(wish, hasSpoken: hasSpoken, place: "response")
    let isKept = wish["conversation"]?.string != "none"
    begin(speech, metadata: wish["metadata"] ?? .null, isKept: isKept, at: now, into: &actions)
  }

  /// Begins a response to everything that was said.
  mutating func begin(
    _ speech: RealtimeSpeechSettings, metadata: JSONTree, isKept: Bool, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    guard let profile = profileNow else { return }
    let request = LanguageModelRequest(
      model: "", texts: [speech.instructions] + conversation.items.map(\.words), streams: true)
    let text =
      profile.reply ?? ReplyBank.reply(to: request, sentences: profile.sentences, using: &generator)
    let reply = RealtimeReply(
      id: writer.id("resp"), item: writer.id("item"), text: text, settings: speech,
      input: conversation.read(instructions: speech.instructions), metadata: metadata, isKept: isKept,
      profile: profile, at: now, using: &generator)
    send(reply.created.type, reply.created.members, at: now, into: &actions)
    self.reply = reply
    goOn(at: now, into: &actions)
  }

  /// How the model answers; a plan can tell sessions apart by how they take turns.
  private var profileNow: SpeechToSpeechProfile? {
    guard case .semantic = settings.detection else { return profile }
    let provider = OpenAIAnswer.provider(of: call.query["model"] ?? "") + "-semantic-vad"
    return call.profiles.speechToSpeech[provider] ?? profile
  }

  /// Says what is due of the response.
  mutating func goOn(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let (events, isOver) = reply?.events(at: now), let reply else { return }
    // What is heard of a reply can be cut while it is still being said.
    keep(reply, status: isOver ? "completed" : "in_progress")
    for event in events {
      send(event.type, event.members, received: reply.received, at: now, into: &actions)
    }
    if isOver {
      end(at: now, into: &actions)
    } else if let due = reply.due {
      actions.append(.setTimer(Timer.reply, after: due - now))
    }
  }

  /// Breaks the response off, if there is one.
  mutating func breakOff(
    _ cancellation: RealtimeReply.Cancellation, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    guard let events = reply?.cancel(cancellation), let reply else { return }
    keep(reply, status: "incomplete")
    for event in events { send(event.type, event.members, at: now, into: &actions) }
    actions.append(.cancelTimer(Timer.reply))
    end(at: now, into: &actions)
  }

  mutating func cancel(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    guard let reply, [nil, .null, .string(reply.id)].contains(command.fields["response_id"]) else {
      throw RealtimeProblem(
        code: "response_cancel_not_active", message: "Cancellation failed: no active response found.")
    }
    breakOff(.clientCancelled, at: now, into: &actions)
  }

  private mutating func end(at now: LabInstant, into actions: inout [ServerAction]) {
    reply = nil
    send(
      "rate_limits.updated",
      #""rate_limits":[{"name":"tokens","limit":250000,"remaining":249000,"reset_seconds":0.24}]"#, at: now,
      into: &actions)
  }

  private mutating func keep(_ reply: RealtimeReply, status: String) {
    if reply.milliseconds > 0 { hasSpoken = true }
    guard reply.isKept else { return }
    let item = reply.itemNow(status: status)
    guard !item.words.isEmpty || item.milliseconds > 0 else { return }
    if !conversation.change(item.id, { $0 = item }) { _ = conversation.append(item) }
  }
}

extension EmulatedRealtime {
  mutating func addItem(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    let given = try command.givenItem()
    let id = given["id"]?.string ?? writer.id("item")
    guard conversation[id] == nil else { throw .invalidValue("item.id", "an id that no other item has") }
    let item = RealtimeItem(id: id, content: .given(given))
    let previous = try conversation.add(item, after: command.fields["previous_item_id"]?.string)
    let members =
      #""previous_item_id":\#(previous.map(JSONText.quoted) ?? "null"),"item":\#(item.json)"#
    for type in ["conversation.item.added", "conversation.item.done"] {
      send(type, members, at: now, into: &actions)
    }
  }

  mutating func truncate(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    let item = try command.item(in: conversation)
    let end = try command.end(within: item)
    _ = conversation.change(item.id) { item in
      item.milliseconds = end
      item.content = .said(text: "", isSound: true)
    }
    send(
      "conversation.item.truncated",
      #""item_id":\#(JSONText.quoted(item.id)),"content_index":0,"audio_end_ms":\#(end)"#, at: now,
      into: &actions)
  }

  mutating func deleteItem(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    let item = try command.item(in: conversation)
    _ = conversation.remove(item.id)
    send("conversation.item.deleted", #""item_id":\#(JSONText.quoted(item.id))"#, at: now, into: &actions)
  }

  mutating func tellItem(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    let item = try command.item(in: conversation)
    send("conversation.item.retrieved", #""item":\#(item.json)"#, at: now, into: &actions)
  }
}
