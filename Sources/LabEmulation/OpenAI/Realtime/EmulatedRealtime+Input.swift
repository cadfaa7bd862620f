import LabProviders
import LabTimeline

/// What a Realtime session hears.
extension EmulatedRealtime {
  mutating func append(
    _ command: RealtimeCommand, at now: LabInstant, into actions: inout [ServerAction]
  ) throws(RealtimeProblem) {
    let notices = buffer.hear(try command.sound())
    writeAlong(at: now, into: &actions)
    for notice in notices { notify(notice, at: now, into: &actions) }
  }

  mutating func commit(at now: LabInstant, into actions: inout [ServerAction]) throws(RealtimeProblem) {
    guard buffer.waitingMilliseconds >= 100 else {
      throw RealtimeProblem(
        code: "input_audio_buffer_commit_empty",
        message: "Error committing input audio buffer: buffer too small. Expected at least 100ms of audio, "
          + "but buffer only has \(buffer.waitingMilliseconds).00ms of audio.")
    }
    commitTurn(at: now, into: &actions)
  }

  mutating func clear(at now: LabInstant, into actions: inout [ServerAction]) {
    buffer.drop()
    nextItem = nil
    send("input_audio_buffer.cleared", at: now, into: &actions)
  }

  private mutating func notify(
    _ notice: RealtimeInputBuffer.Notice, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    switch notice {
    case .speechStarted(let milliseconds):
      send(
        "input_audio_buffer.speech_started", #""audio_start_ms":\#(milliseconds),"item_id":"\#(item)""#,
        at: now, into: &actions)
      if settings.detection.interruptsResponse { breakOff(.turnDetected, at: now, into: &actions) }
    case .speechStopped(let milliseconds):
      send(
        "input_audio_buffer.speech_stopped", #""audio_end_ms":\#(milliseconds),"item_id":"\#(item)""#,
        at: now, into: &actions)
      commitTurn(at: now, into: &actions)
      // A response that may not be interrupted goes on, and there is only one at a time.
      if settings.detection.createsResponse, profile != nil, reply == nil {
        begin(settings.speech, metadata: .null, isKept: true, at: now, into: &actions)
      }
    }
  }

  /// The id of the item that the sound will be.
  private var item: String {
    mutating get {
      let id = nextItem ?? writer.id("item")
      nextItem = id
      return id
    }
  }

  private mutating func commitTurn(at now: LabInstant, into actions: inout [ServerAction]) {
    let id = item
    let take = buffer.take()
    nextItem = nil
    // The model understands what was said, whether or not anybody wants it written down.
    var heard = RealtimeItem(id: id, content: .heard(transcript: nil), milliseconds: take.milliseconds)
    let json = heard.json
    heard.content = .heard(transcript: TranscriptionCodec.pieces(of: take.words).joined())
    let previous = conversation.append(heard).map { "\"\($0)\"" } ?? "null"
    send(
      "input_audio_buffer.committed", #""item_id":"\#(id)","previous_item_id":\#(previous)"#, at: now,
      into: &actions)
    for type in ["conversation.item.added", "conversation.item.done"] {
      send(type, #""previous_item_id":\#(previous),"item":\#(json)"#, at: now, into: &actions)
    }
    guard let transcription = settings.transcription else { return }
    transcripts.add(take, item: id, as: transcription, writer: &writer, at: now, into: &actions)
  }

  /// Some models write while the speaker speaks.
  private mutating func writeAlong(at now: LabInstant, into actions: inout [ServerAction]) {
    guard let transcription = settings.transcription, transcription.isLive else { return }
    let words = buffer.takeNews()
    guard !words.isEmpty else { return }
    transcripts.add(words, item: item, as: transcription, writer: &writer, at: now, into: &actions)
  }
}
