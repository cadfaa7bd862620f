import LabConversation
import LabProviders
import LabRecord
import LabTimeline

/// The side of a conversation that hears and speaks by itself.
struct SpeechToSpeechSide: Sendable {
  var session: any SpeechToSpeechSession
  /// The reply that is played, by the session's number.
  var reply: RequestID?
  /// The turns that the service took for ended, in order; transcripts come later.
  var turns: [Int] = []
  /// The turn that each reply belongs to.
  var turnOfReply: [RequestID: Int] = [:]
  /// Where in the microphone's stream the session began to hear, in samples.
  var start = 0
  /// When the session was lost.
  var lost: LabInstant?
}

/// A conversation with a service that hears and speaks by itself: it takes the turns, the pipeline plays and counts.
extension ConversationPipeline {
  /// How long a lost session stays lost before a new one is tried.
  private static let pause = Duration.seconds(1)

  /// Hands on the microphone, which is silent while nobody may interrupt.
  mutating func converse(at now: LabInstant, into out: inout [PipelineAction]) {
    if let lost = s2s?.lost, now - lost >= Self.pause, !isEnding {
      replaceBroken(.s2s, at: now, into: &out)
    }
    let isReplying = machine.state == .aiThinking || machine.state == .aiSpeaking
    let sound =
      isReplying && !setup.settings.canBeInterrupted ? [Int16](repeating: 0, count: buffer.count) : buffer
    let bytes = littleEndianBytes(of: sound)
    guard let message = soundMessages.add(bytes) else { return }
    s2s?.session.append(audio: message, at: now, into: &s2sActions)
    flushSpeechToSpeech(at: now, into: &out)
  }

  mutating func replaceSpeechToSpeech(at now: LabInstant, into out: inout [PipelineAction]) {
    guard let make = setup.makeSpeechToSpeech else { return }
    s2s = SpeechToSpeechSide(session: make(), start: position - buffer.count)
    s2s?.session.open(at: now, into: &s2sActions)
    flushSpeechToSpeech(at: now, into: &out)
  }

  /// The service has ended the turn and will answer.
  mutating func awaitReply(_ id: ReplyID, turn: Int, at now: LabInstant) {
    playout.prepare(for: id)
    nextChunkIndex = 1
    s2s?.reply = nil
    ledger.committed(turn, transcript: nil, at: now)
  }

  /// The sink falls silent in the middle of a reply, and the service is told how far it was heard.
  mutating func truncateReply(at now: LabInstant, into out: inout [PipelineAction]) {
    guard let reply = s2s?.reply else { return }
    s2s?.reply = nil
    let heard = playout.heard(at: now)
    s2s?.session.truncate(reply, heard: heard, at: now, into: &s2sActions)
    flushSpeechToSpeech(at: now, into: &out)
  }

  mutating func flushSpeechToSpeech(at now: LabInstant, into out: inout [PipelineAction]) {
    while !s2sActions.isEmpty {
      var actions: [SpeechToSpeechAction] = []
      swap(&actions, &s2sActions)
      for action in actions {
        if let event = forward(action, from: .s2s, at: now, into: &out) {
          conversed(event, at: now, into: &out)
        }
      }
    }
  }

  private mutating func conversed(
    _ event: SpeechToSpeechEvent, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    switch event {
    case .ready(let setup): count(setup, turn: nil)
    case .speechStarted: tell(.speechStarted(confidence: 1), at: now, into: &out)
    case .turnEnded(let located):
      s2s?.turns.append(machine.turn)
      let start = instant(of: s2s?.start ?? 0)
      tell(.turnTaken(located: located.map { start + $0 }), at: now, into: &out)
    case .transcript(let turn, let text):
      guard let text, let turns = s2s?.turns, turns.indices.contains(turn) else { return }
      // A turn that was taken back has a transcript for each part.
      ledger.update(turns[turn]) { entry in
        entry.transcript = [entry.transcript, text].compactMap { $0 }.joined(separator: " ")
      }
    case .transcribed(let turn, let length):
      guard let turns = s2s?.turns, turns.indices.contains(turn) else { return }
      ledger.update(turns[turn]) { $0.usage.sttSeconds += length.milliseconds / 1000 }
    case .replyStarted(let id):
      // A reply to a turn that the caller has taken back is not played.
      guard machine.state == .aiThinking, s2s?.reply == nil, playout.reply != nil else { return }
      s2s?.reply = id
      s2s?.turnOfReply[id] = machine.turn
      note(.s2sReplyStarted, at: now)
      ledger.update(machine.turn) { $0.usage.llmRequests += 1 }
    case .text(let id, let text):
      guard id == s2s?.reply, let reply = playout.reply else { return }
      tell(.replyToken(reply, text), at: now, into: &out)
    case .audio(let id, let audio, let farSide): play(id, audio, farSide, at: now, into: &out)
    case .finished(let id):
      guard id == s2s?.reply, let reply = playout.reply else { return }
      note(.ttsDone, at: now)
      playout.chunkFinished(at: now)
      tell(.replyFinished(reply), at: now, into: &out)
    case .failed(let id, let failure):
      guard id == s2s?.reply, let reply = playout.reply else { return }
      tell(.stageFailed(.s2s, reason: failure.code, reply: reply), at: now, into: &out)
    case .usage(let id, let usage): charge(usage, to: s2s?.turnOfReply[id])
    case .closed: break
    case .lost(let failure):
      guard !isEnding else { return }
      broken[.s2s] = failure
      s2s?.lost = now
      s2s?.reply = nil
      tell(.stageFailed(.s2s, reason: failure.code, reply: playout.reply), at: now, into: &out)
    }
  }

  private mutating func play(
    _ id: RequestID, _ audio: [UInt8], _ farSide: FarSide?, at now: LabInstant,
    into out: inout [PipelineAction]
  ) {
    // It is billed in tokens; the seconds say how much of the time the agent speaks.
    let seconds = Double(audio.count / 2) / Double(playout.sampleRate)
    ledger.update(machine.turn) { $0.usage.ttsSeconds += seconds }
    guard id == s2s?.reply else { return ledger.update(machine.turn) { $0.counts.staleAnswers += 1 } }
    noteFirstAudio(farSide.map { FarSide(received: nil, sent: $0.sent) }, at: now)
    playout.append(audio, at: now)
    if let arrival = playout.audibleArrival { note(.ttsFirstAudible, at: arrival) }
    lookAtSink(at: now, into: &out)
  }

  private mutating func charge(_ usage: SpeechToSpeechUsage, to turn: Int?) {
    ledger.update(turn) { entry in
      entry.usage.llmInputTokens += usage.input
      entry.usage.llmCachedTokens += usage.cachedInput
      entry.usage.llmOutputTokens += usage.output
      entry.usage.llmAudioInputTokens += usage.audioInput
      entry.usage.llmAudioCachedTokens += usage.cachedAudioInput
      entry.usage.llmAudioOutputTokens += usage.audioOutput
    }
  }
}
