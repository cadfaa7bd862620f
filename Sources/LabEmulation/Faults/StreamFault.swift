import LabProviders
import LabTimeline

/// A fault in the middle of a stream, and how far the stream has come.
struct StreamFault: Sendable {
  let rule: FaultRule
  /// Where it strikes; `nil` when it strikes everywhere.
  let position: FaultRule.Position?
  /// Its place was reached.
  var hasStruck = false
  /// The next message that is JSON is damaged.
  var isDue = false
  private var messages = 0
  private var bytes = 0
  /// Bytes of the present text's speech that were let through.
  private var speechBytes = 0
  private var rate: RateMistake
  private var recentSpeech: [ServerAction] = []

  /// How much of the latest speech is sent again after it was taken back.
  private static let lateMessages = 3

  init(_ rule: FaultRule, stage: Stage) {
    self.rule = rule
    rate = RateMistake(times: rule.times)
    position = rule.fault.hasPosition ? rule.position ?? Self.standardPosition(in: stage) : nil
  }

  /// Where a stream is well under way: the first word was heard, three pieces of a reply or 120 ms of speech
  /// are out.
  private static func standardPosition(in stage: Stage) -> FaultRule.Position {
    switch stage {
    case .stt: .messages(1)
    case .llm: .messages(3)
    case .tts: .messages(2)
    // What a turn begins with, and the first of the reply.
    case .s2s: .messages(12)
    }
  }

  /// Whether the stream has come to the fault's place. Its time is told by a timer.
  var isReached: Bool {
    switch position {
    case .messages(let count)?: !hasStruck && messages >= count
    case .bytes(let count)?: !hasStruck && bytes >= count
    case .time?, nil: false
    }
  }

  /// What comes when speech was taken back.
  var lateAnswers: [ServerAction] { recentSpeech }

  /// What becomes of something that the service sends.
  mutating func damage(_ action: ServerAction, call: FaultyCall) -> [ServerAction] {
    switch action {
    case .body(let piece, let received):
      messages += 1
      bytes += piece.count
      return damage(body: piece, received: received, call: call)
    case .send(let message, let received):
      messages += 1
      bytes += message.byteCount
      return damage(message: message, received: received, call: call)
    default: return [action]
    }
  }

  private mutating func damage(
    body: [UInt8], received: LabInstant?, call: FaultyCall
  ) -> [ServerAction] {
    func piece(_ bytes: [UInt8]) -> ServerAction { .body(bytes, received: received) }
    switch rule.fault {
    case .splitUTF8: return WireDamage.splitInsideCharacters(body).map(piece)
    case .truncatedAudio, .wrongSampleRate:
      guard call.stage == .tts, let speech = damage(speech: .binary(body)) else {
        return call.stage == .tts ? [] : [piece(body)]
      }
      guard case .binary(let bytes) = speech else { return [] }
      return [piece(bytes)]
    case .malformedJSON where isDue && call.stage == .llm:
      guard let broken = WireDamage.withoutBrace(body) else { return [piece(body)] }
      isDue = false
      return [piece(broken)]
    case .unknownMessage where isDue && call.stage == .llm:
      isDue = false
      return [piece(Array(call.responses.unknownEvent(of: call.request).utf8)), piece(body)]
    default: return [piece(body)]
    }
  }

  private mutating func damage(
    message: WireMessage, received: LabInstant?, call: FaultyCall
  ) -> [ServerAction] {
    let whole = ServerAction.send(message, received: received)
    switch (rule.fault, message) {
    case (.malformedJSON, .text(let text)) where isDue:
      isDue = false
      return [.send(.text(WireDamage.halved(text)), received: received)]
    case (.unknownMessage, _) where isDue:
      isDue = false
      return [.send(.text(call.responses.unknownMessage(of: call.request)), received: nil), whole]
    case (.duplicateFinal, .text(let text)) where call.responses.isFinal(text): return [whole, whole]
    case (.truncatedAudio, _), (.wrongSampleRate, _):
      guard call.stage == .tts else { return [whole] }
      guard WireDamage.holdsAudio(message) else {
        speechBytes = 0
        return [whole]
      }
      return damage(speech: message).map { [.send($0, received: received)] } ?? []
    case (.answerAfterCancel, _):
      guard WireDamage.holdsAudio(message) else { return [whole] }
      recentSpeech = recentSpeech.suffix(Self.lateMessages - 1) + [whole]
      return [whole]
    default: return [whole]
    }
  }

  /// Speech as it is let through; `nil` when nothing is left of it.
  private mutating func damage(speech: WireMessage) -> WireMessage? {
    if rule.fault == .wrongSampleRate { return WireDamage.changingAudio(of: speech) { rate.change($0) } }
    var isLeft = false
    let limit: Int
    if case .bytes(let count)? = rule.position { limit = count } else { limit = FaultRule.standardTruncation }
    let rest = WireDamage.changingAudio(of: speech) { bytes in
      let part = Array(bytes.prefix(max(0, limit - speechBytes)))
      speechBytes += part.count
      isLeft = !part.isEmpty
      return part
    }
    return isLeft ? rest : nil
  }
}
