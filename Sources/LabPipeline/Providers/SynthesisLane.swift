import LabConversation
import LabProviders
import LabTimeline

/// The chunks of the current reply on their way through speech synthesis, and their repetition after a
/// failure.
struct SynthesisLane: Sendable {
  /// What the lane tells.
  enum Fact: Sendable {
    /// A connection is open; for HTTP, the response to the request for a chunk began.
    case connected(ConnectionSetup, ChunkID?)
    /// Audio of a chunk; nil for one that nobody wants any more.
    case audio([UInt8], ChunkID?, FarSide?)
    /// The chunk's audio is complete; `isLast` when no other is under way.
    case finished(ChunkID, isLast: Bool)
    /// The chunk failed, or cannot be what its text says.
    case failed(ReplyID, reason: String)
    /// A chunk was asked for once more.
    case retried(ChunkID)
    /// A lost session was replaced.
    case replaced
    /// Audio came that nobody had asked for.
    case unasked
  }

  /// A text that is being spoken.
  private struct Text: Sendable {
    let text: String
    /// Bytes of its speech that arrived.
    var heard = 0
  }

  private var provider: ProviderLane<AnyTextToSpeech>
  private var facts = FactQueue<Fact>()
  /// The reply that is wanted.
  private var reply: ReplyID?
  /// The chunk that each request speaks.
  private var chunks: [RequestID: ChunkID] = [:]
  /// The texts of the current reply, those that are complete left out.
  private var texts: [ChunkID: Text] = [:]
  /// How often a chunk of this reply was asked for once more.
  private var retries = 0
  /// Chunks that wait to be asked for once more, in order, and those behind them.
  private var waiting: [ChunkID] = []
  private var nextRequest = 0
  private var isClosed = false

  init(make: @escaping @Sendable () -> any TextToSpeechSession) {
    provider = ProviderLane(.tts) { AnyTextToSpeech(session: make()) }
  }

  /// The sample rate of the audio, in Hz.
  var sampleRate: Int { provider.session.session.sampleRate }

  mutating func open(at now: LabInstant, into out: inout [PipelineAction]) {
    provider.command(at: now, into: &out) { $0.open(at: now, into: &$1) }
  }

  /// Ends the session; what fails from now on is of no interest.
  mutating func close(at now: LabInstant, into out: inout [PipelineAction]) {
    isClosed = true
    provider.command(at: now, into: &out) { $0.close(at: now, into: &$1) }
  }

  /// A turn begins: a lost session is replaced.
  mutating func beginTurn(at now: LabInstant, into out: inout [PipelineAction]) {
    if provider.replaceIfLost(at: now, into: &out) { facts.append(.replaced) }
  }

  // MARK: Chunks

  /// A reply begins.
  mutating func begin(_ reply: ReplyID, into out: inout [PipelineAction]) {
    self.reply = reply
    forgetTexts(into: &out)
  }

  /// The reply is not played any more; its chunks are, unless ``clear(at:into:)`` drops them.
  mutating func endReply() { reply = nil }

  /// Has a chunk spoken. Chunks are spoken in order: one behind a chunk that waits, waits as well.
  mutating func speak(
    _ chunk: ChunkID, _ text: String, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    texts[chunk] = Text(text: text)
    guard waiting.isEmpty else { return waiting.append(chunk) }
    ask(for: chunk, text, at: now, into: &out)
  }

  /// Drops everything that was asked for.
  mutating func clear(at now: LabInstant, into out: inout [PipelineAction]) {
    chunks.removeAll()
    forgetTexts(into: &out)
    provider.command(at: now, into: &out) { $0.session.clear(at: now, into: &$1) }
  }

  /// The reply did not become audible in time: a session that owes a chunk of it is taken for lost.
  mutating func giveUpIfSilent() {
    guard !chunks.isEmpty, provider.keepsConnection else { return }
    provider.fail(ProviderFailure(code: "timed_out", message: "Speech synthesis went silent."))
  }

  private mutating func ask(
    for chunk: ChunkID, _ text: String, at now: LabInstant, into out: inout [PipelineAction]
  ) {
    let request = RequestID(nextRequest)
    nextRequest += 1
    chunks[request] = chunk
    texts[chunk] = Text(text: text)
    provider.command(at: now, into: &out) { $0.session.speak(request, text: text, at: now, into: &$1) }
  }

  private mutating func forgetTexts(into out: inout [PipelineAction]) {
    texts.removeAll()
    retries = 0
    guard !waiting.isEmpty else { return }
    waiting.removeAll()
    out.append(.cancelTimer(.recovery(.tts)))
  }

  // MARK: What the service tells

  mutating func handle(_ input: ProviderInput, at now: LabInstant, into out: inout [PipelineAction]) {
    guard case .recovery = input else { return provider.handle(input, at: now, into: &out) }
    let wanted = waiting
    waiting = []
    guard let first = wanted.first, reply == first.reply else { return }
    if provider.replaceIfLost(at: now, into: &out) { facts.append(.replaced) }
    for chunk in wanted {
      guard let text = texts[chunk]?.text else { continue }
      facts.append(.retried(chunk))
      ask(for: chunk, text, at: now, into: &out)
    }
  }

  /// What the lane tells next.
  mutating func poll(
    at now: LabInstant, retry: inout RetrySchedule, into out: inout [PipelineAction]
  ) -> Fact? {
    if let fact = facts.next() { return fact }
    while let event = provider.poll(at: now, into: &out) {
      if let fact = fact(of: event, at: now, retry: &retry, into: &out) { return fact }
    }
    return nil
  }

  private mutating func fact(
    of event: TextToSpeechEvent, at now: LabInstant, retry: inout RetrySchedule,
    into out: inout [PipelineAction]
  ) -> Fact? {
    switch event {
    case .connected(let request, let setup): return .connected(setup, request.flatMap { chunks[$0] })
    case .audio(let request, let audio, let farSide):
      let chunk = chunks[request]
      if let chunk { texts[chunk]?.heard += audio.count }
      return .audio(audio, chunk, farSide)
    // When words were said is in no metric.
    case .aligned: return nil
    case .finished(let request):
      guard let chunk = chunks.removeValue(forKey: request) else { return nil }
      if let reason = implausibility(of: chunk) { return .failed(chunk.reply, reason: reason) }
      return .finished(chunk, isLast: chunks.isEmpty)
    case .failed(let request, let failure):
      guard let chunk = chunks.removeValue(forKey: request),
        !willRetry(chunk, after: failure, at: now, retry: &retry, into: &out)
      else { return nil }
      if !isClosed, provider.keepsConnection { provider.fail(failure) }
      return .failed(chunk.reply, reason: failure.code)
    case .unasked: return .unasked
    case .lost(let failure):
      if !isClosed { provider.fail(failure) }
      return nil
    }
  }

  /// Why a chunk's speech cannot be all of what its text says.
  private mutating func implausibility(of chunk: ChunkID) -> String? {
    guard let text = texts.removeValue(forKey: chunk), reply == chunk.reply else { return nil }
    return SpeechPlausibility.problem(text: text.text, audioBytes: text.heard, sampleRate: sampleRate)
  }

  /// Plans another try of a chunk that failed before anything of it was there, and of those behind it.
  private mutating func willRetry(
    _ chunk: ChunkID, after failure: ProviderFailure, at now: LabInstant, retry: inout RetrySchedule,
    into out: inout [PipelineAction]
  ) -> Bool {
    guard reply == chunk.reply, texts[chunk]?.heard == 0,
      let wait = retry.wait(before: retries, after: failure, at: .tts)
    else { return false }
    retries += 1
    waiting = [chunk] + chunks.values.filter { $0.index > chunk.index }.sorted { $0.index < $1.index }
    chunks.removeAll()
    provider.command(at: now, into: &out) { $0.session.clear(at: now, into: &$1) }
    if provider.keepsConnection { provider.fail(failure) }
    out.append(.setTimer(.recovery(.tts), at: now + wait))
    return true
  }
}
