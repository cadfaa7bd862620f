import LabProviders
import LabStatistics
import LabTimeline

/// The server half of OpenAI's transcription over REST: one file, one transcript, whole or streamed.
///
/// It hears the whole file at once and answers after the profile's time to a final transcript; a stream is
/// spread over the second half of that time.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0, `POST /v1/audio/transcriptions`.
struct EmulatedTranscription: EmulatedExchange {
  private static let outboxTimer = ServerTimer(0)

  private let call: EmulatedCall
  private let form: Result<TranscriptionForm, TranscriptionForm.Refusal>
  private var outbox = Outbox(timer: outboxTimer)

  private init(_ call: EmulatedCall, form: Result<TranscriptionForm, TranscriptionForm.Refusal>) {
    self.call = call
    self.form = form
  }

  /// - Parameter provider: The provider of the model that the form names.
  static func answer(to call: EmulatedCall, provider: (_ model: String) -> String) -> EmulatedAnswer {
    let form = Result { () throws(TranscriptionForm.Refusal) in try TranscriptionForm(call.request) }
    let exchange = EmulatedTranscription(call, form: form)
    return switch form {
    case .success(let form): EmulatedAnswer(provider: provider(form.model), exchange: exchange)
    case .failure: EmulatedAnswer(provider: nil, exchange: exchange)
    }
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    switch input {
    case .opened: answer(at: now, into: &actions)
    case .timer: outbox.timerFired(at: now, into: &actions)
    case .closed: outbox.clear()
    case .message: break
    }
  }

  private mutating func answer(at now: LabInstant, into actions: inout [ServerAction]) {
    var generator = call.generator("openai/transcription")
    let answer = OpenAIAnswer(using: &generator)
    guard call.isAuthorised else { return answer.refuse(.unauthorised, into: &actions) }
    let form: TranscriptionForm
    do {
      form = try self.form.get()
    } catch {
      return answer.refuse(error.error, into: &actions)
    }
    guard let provider = call.openAIProvider(of: form.model),
      let profile = call.profiles.speechToText[provider]
    else {
      return answer.refuse(.unknownModel(form.model), into: &actions)
    }
    generator = call.generator(provider)
    let words = ClipReader(transcripts: call.transcripts, sampleRate: form.sound.sampleRate).words(
      in: form.sound.samples)
    let said = TranscriptionAnswer(form: form, words: words)
    let latency = profile.final.draw(using: &generator)
    if form.streams {
      stream(said, answer: answer, latency: latency, at: now, into: &actions)
    } else {
      let (type, body) = said.whole
      let head = answer.headers(milliseconds: Int(latency.milliseconds), contentType: type)
      outbox.add(.respond(status: 200, headers: head), after: latency, at: now, into: &actions)
      outbox.add(.body(Array(body.utf8), received: now), after: latency, at: now, into: &actions)
      outbox.add(.endBody, after: latency, at: now, into: &actions)
    }
  }

  private mutating func stream(
    _ said: TranscriptionAnswer, answer: OpenAIAnswer, latency: Duration, at now: LabInstant,
    into actions: inout [ServerAction]
  ) {
    let first = latency / 2
    let head = answer.headers(
      milliseconds: Int(first.milliseconds), contentType: "text/event-stream; charset=utf-8")
    outbox.add(.respond(status: 200, headers: head), after: first, at: now, into: &actions)
    for (index, piece) in said.pieces.enumerated() {
      let delay = first + (latency - first) * index / said.pieces.count
      outbox.add(.body(Array(said.delta(piece).utf8), received: now), after: delay, at: now, into: &actions)
    }
    outbox.add(.body(Array(said.done.utf8), received: now), after: latency, at: now, into: &actions)
    outbox.add(.endBody, after: latency, at: now, into: &actions)
  }
}
