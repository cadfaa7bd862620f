public import LabTimeline

/// OpenAI's transcription over REST: each utterance is uploaded as a WAV file when it is to be settled.
///
/// Nothing is sent while the caller speaks, so there are no partial transcripts; the audio of an utterance is
/// kept from the pre-roll before the pipeline's detector noticed it. Several uploads may be under way, and
/// their transcripts come in the order of the utterances. A failed upload ends the session.
///
/// Source: OpenAI OpenAPI 2.3.0 (2026-08-21) and Python SDK 3.52.0.
public struct TranscriptionUploadSession: SpeechToTextSession {
  /// The service refuses shorter files.
  static let shortest = Duration.milliseconds(100)

  private let request: TranscriptionRequest
  private let configuration: SessionConfiguration
  private let service: String
  private var clip: SpokenClip
  private var nextConnection = 0
  /// Not answered, oldest first.
  private var uploads: [TranscriptionUpload] = []
  private var isDeadlineSet = false
  private var isOver = false

  /// - Parameters:
  ///   - service: Who answers, in sentences for people.
  ///   - streams: Whether the transcript is asked for piece by piece; `nil` is whether the model can do that.
  public init(
    model: String, address: ServiceAddress, configuration: SessionConfiguration, service: String = "OpenAI",
    streams: Bool? = nil
  ) {
    // whisper-1 ignores the wish.
    request = TranscriptionRequest(
      model: model, address: address, configuration: configuration, streams: streams ?? (model != "whisper-1")
    )
    self.service = service
    self.configuration = configuration
    clip = SpokenClip(
      margin: configuration.speechToText.preRoll, byteLimit: TranscriptionRequest.fileLimit - 44,
      sampleRate: configuration.sampleRate)
  }

  public var sendsUtterances: Bool { true }

  /// Does nothing: the protocol keeps no connection.
  public mutating func open(at now: LabInstant, into actions: inout [SpeechToTextAction]) {}

  public mutating func append(audio: [UInt8], at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    clip.append(audio)
  }

  public mutating func speechStarted(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    clip.open()
  }

  public mutating func speechIgnored(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    clip.ignore()
  }

  public mutating func finalize(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    guard !isOver else { return }
    let shortest = 2 * SamplePosition.samples(in: Self.shortest, sampleRate: configuration.sampleRate)
    guard let audio = clip.take(), audio.count >= shortest else {
      // There is nothing to ask; whoever waits for an upload gets its answer.
      if uploads.isEmpty {
        actions.append(.emit(.nothingToSettle))
      }
      return
    }
    let connection = ConnectionKey(nextConnection)
    nextConnection += 1
    uploads.append(TranscriptionUpload(connection: connection, service: service, at: now))
    actions.append(.open(connection, request.exchange(audio, connection: connection.number)))
    let length = SamplePosition.duration(ofSamples: audio.count / 2, sampleRate: configuration.sampleRate)
    actions.append(.emit(.sent(length)))
    if !isDeadlineSet {
      isDeadlineSet = true
      actions.append(.setTimer(.deadline, after: configuration.patience))
    }
  }

  public mutating func close(at now: LabInstant, into actions: inout [SpeechToTextAction]) {
    end(with: .closed, into: &actions)
  }

  public mutating func receive(
    _ arrival: WireArrival, on connection: ConnectionKey, at now: LabInstant,
    into actions: inout [SpeechToTextAction]
  ) {
    guard let index = uploads.firstIndex(where: { $0.connection == connection }),
      uploads[index].outcome == nil
    else { return }
    uploads[index].lastHeard = now
    if case .opened(let head) = arrival.event, head.status == 200 {
      actions.append(.emit(.connected(head.setup)))
    }
    uploads[index].receive(arrival, key: configuration.apiKey)
    deliver(into: &actions)
  }

  public mutating func timerFired(
    _ timer: SessionTimer, at now: LabInstant, into actions: inout [SpeechToTextAction]
  ) {
    guard timer == .deadline, !isOver else { return }
    isDeadlineSet = false
    for index in uploads.indices where now - uploads[index].lastHeard >= configuration.patience {
      uploads[index].fail(
        .init(code: "timed_out", message: "OpenAI's transcription went silent."), running: true)
    }
    deliver(into: &actions)
    guard let oldest = uploads.filter({ $0.outcome == nil }).map(\.lastHeard).min() else { return }
    isDeadlineSet = true
    actions.append(.setTimer(.deadline, after: oldest + configuration.patience - now))
  }

  /// Passes on what is known, up to the first upload that has no answer.
  private mutating func deliver(into actions: inout [SpeechToTextAction]) {
    while let outcome = uploads.first?.outcome {
      let upload = uploads.removeFirst()
      switch outcome {
      case .failed(let failure):
        if upload.abandonsExchange { actions.append(.close(upload.connection)) }
        return end(with: .failed(failure), into: &actions)
      case .transcript(let text, let farSide):
        // Only the last utterance settles everything.
        actions.append(
          .emit(
            .final(
              FinalTranscript(
                text: text, answersFinalize: uploads.isEmpty, endsUtterance: false, farSide: farSide))))
      }
    }
    guard isDeadlineSet, uploads.isEmpty else { return }
    isDeadlineSet = false
    actions.append(.cancelTimer(.deadline))
  }

  private mutating func end(with event: SpeechToTextEvent, into actions: inout [SpeechToTextAction]) {
    guard !isOver else { return }
    isOver = true
    for upload in uploads where upload.outcome == nil { actions.append(.close(upload.connection)) }
    uploads = []
    if isDeadlineSet { actions.append(.cancelTimer(.deadline)) }
    isDeadlineSet = false
    actions.append(.emit(event))
  }
}
