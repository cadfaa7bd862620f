import LabTimeline

/// Cartesia's speech synthesis over one WebSocket with contexts (Sonic).
///
/// Chunks that follow each other while one is still under way share a context, so that the voice goes on from
/// one to the next: each goes out as a transcript and a flush, and is ended by the service's `flush_done`.
/// When all are complete the context is ended, and the next chunk begins another. A context that is cancelled
/// may still send what it was generating; only messages of the current context count.
struct CartesiaChannel: SpeechChannelDialect {
  static let service = CartesiaSpeechRequest.service

  let request: CartesiaSpeechRequest
  private var contextsBegun = 0
  private var context: Context?

  /// The context that chunks go to.
  private struct Context: Sendable {
    let id: String
    /// How many chunks were flushed.
    var flushes = 0
    /// How many of them are complete; the service numbers flushes from one.
    var finished = 0
    var audioBytes = 0
    /// Where the chunk that is being spoken begins, in bytes of the context's audio.
    var chunkStart = 0
  }

  init(request: CartesiaSpeechRequest) {
    self.request = request
  }

  func connection(_ number: Int) -> ConnectionRequest {
    request.webSocket(connection: number)
  }

  mutating func reset() {
    context = nil
  }

  mutating func speak(_ text: String) -> [WireMessage] {
    var context = context ?? begin()
    context.flushes += 1
    self.context = context
    // Transcripts of a context are joined as they are.
    let transcript = text.last?.isWhitespace == true ? text : text + " "
    return [
      generation(transcript, in: context, #""continue":true"#),
      generation("", in: context, #""continue":true,"flush":true"#),
    ]
  }

  mutating func clear() -> [WireMessage] {
    defer { context = nil }
    return context.map { [.text(#"{"context_id":\#(JSONText.quoted($0.id)),"cancel":true}"#)] } ?? []
  }

  mutating func rest() -> [WireMessage] {
    defer { context = nil }
    return context.map { [generation("", in: $0, #""continue":false"#)] } ?? []
  }

  var isOwed: Bool { false }

  var farewell: WireMessage? { nil }

  mutating func read(_ message: WireMessage) -> [SpeechChannelPiece] {
    guard case .text(let text) = message else { return [] }
    guard let message = JSONText.read(CartesiaSpeechMessage.self, from: text) else {
      return [.broken(Self.unreadable)]
    }
    guard message.contextID == nil || message.contextID == context?.id else { return [] }
    switch message.type {
    case "chunk":
      guard let audio = Base64Text.decoded(message.data ?? "") else { return [.broken(Self.unreadable)] }
      let finished = finish(before: message.flushID)
      context?.audioBytes += audio.count
      return finished + [.audio(audio)]
    case "timestamps":
      let finished = finish(before: message.flushID)
      return finished + (message.words.map { [.aligned($0.shifted(by: .zero - chunkStart))] } ?? [])
    case "flush_done": return finish(through: message.flushID)
    case "done": return finish(through: context?.flushes)
    case "error": return [failed(message)]
    default: return []
    }
  }

  func refusal(_ head: ResponseHead) -> ProviderFailure {
    .refusal(by: Self.service, head, words: nil, key: request.configuration.apiKey)
  }

  func closed(code: Int, reason: String) -> ProviderFailure {
    let key = request.configuration.apiKey
    let words = reason.isEmpty ? "without a reason" : "saying “\(key.redacted(from: reason))”"
    return ProviderFailure(
      code: "lost", message: "Cartesia closed the connection with code \(code) \(words).", status: code)
  }
}

extension CartesiaChannel {
  private static let unreadable = ProviderFailure(
    code: "bad_message", message: "Cartesia sent a message that is not a speech message.")

  private mutating func begin() -> Context {
    contextsBegun += 1
    return Context(id: "\(request.contextName).\(contextsBegun)")
  }

  private func generation(_ transcript: String, in context: Context, _ state: String) -> WireMessage {
    .text(
      #"{"context_id":\#(JSONText.quoted(context.id)),\#(request.fields(transcript: transcript)),"#
        + #""add_timestamps":true,"max_buffer_delay_ms":0,\#(state)}"#)
  }

  /// Ends the chunks of all flushes before one; nothing when the message names no flush.
  private mutating func finish(before flush: Int?) -> [SpeechChannelPiece] {
    finish(through: flush.map { max($0, 1) - 1 })
  }

  /// Ends the chunks of a flush and of all before it; nothing when the message names no flush.
  private mutating func finish(through flush: Int?) -> [SpeechChannelPiece] {
    guard var context, let flush else { return [] }
    let complete = min(flush, context.flushes)
    guard complete > context.finished else { return [] }
    defer { self.context = context }
    let pieces = [SpeechChannelPiece](repeating: .finished, count: complete - context.finished)
    context.finished = complete
    context.chunkStart = context.audioBytes
    return pieces
  }

  private var chunkStart: Duration {
    SamplePosition.duration(
      ofSamples: (context?.chunkStart ?? 0) / 2, sampleRate: request.configuration.sampleRate)
  }

  private mutating func failed(_ message: CartesiaSpeechMessage) -> SpeechChannelPiece {
    let words = request.configuration.apiKey.redacted(
      from: message.message ?? message.title ?? "no reason given")
    let sentence = "Cartesia reported an error: \(words)."
    let failure = message.statusCode.map { ProviderFailure.status($0, message: sentence) }
    let known = failure ?? ProviderFailure(code: "bad_request", message: sentence)
    // An error of a context leaves the connection to the others.
    guard message.contextID != nil else { return .broken(known) }
    context = nil
    return .failed(known)
  }
}
