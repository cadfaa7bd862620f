/// One past fact of a turn, stamped once, where it happened.
public struct TurnEvent: Hashable, Sendable, Codable {
  public var kind: Kind
  public var at: LabInstant

  public init(_ kind: Kind, at: LabInstant) {
    self.kind = kind
    self.at = at
  }

  private enum CodingKeys: String, CodingKey {
    case kind = "k"
    case at = "ns"
  }
}

extension TurnEvent {
  /// What can happen in a turn. The raw value is the name in `record.jsonl`.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    // The truth, from the corpus labels.
    /// The first sample of the caller's speech left their mouth.
    case userSpeechStarted
    /// The last sample of the caller's speech left their mouth.
    case userSpeechEnded

    // The schedule and what became of it. In real time only: virtual time is never late.
    /// When the caller's speech would have ended, had the conversation begun at the instant it was due. Only
    /// with an open arrival; it lies before the conversation's origin when the wait for a line was longer
    /// than the speech.
    case speechEndIntended
    /// The microphone frame with the last sample of the caller's speech was handed on.
    case speechEndSent

    /// The last sample of the caller's speech came out of the pipeline's jitter buffer. Only when the caller
    /// is reached over a media leg.
    case speechEndHeard

    // What the detector made of it.
    /// The detector said that speech began.
    case speechDetected
    /// Where the detector, looking back, places the end of speech; earlier than it noticed, by the hangover.
    case speechEndLocated
    /// The detector said that speech ended.
    case speechEndDetected

    // Turn taking.
    /// The turn-taking policy was satisfied that the caller had finished.
    case endpointReached
    /// The turn was handed to the language model's side: endpoint reached and transcript settled.
    case turnCommitted
    /// The caller went on speaking after a commit and before the reply was audible, so the turn was taken
    /// back.
    case turnReopened

    // Speech to text.
    /// The first partial transcript arrived.
    case sttPartial
    /// The client asked the service to finalise what it had heard.
    case sttFinalizeSent
    /// The service received that request. Known only when the service is ours.
    case sttFinalizeReceived
    /// The service sent the final transcript. Known only when the service is ours.
    case sttFinalSent
    /// The final transcript that the turn used arrived.
    case sttFinal
    /// The session was lost in the middle of the turn, and the plan lets it be opened again at once.
    case sttLost
    /// Its successor was open, and what it had not yet settled was sent to it once more.
    case sttReconnected

    // Language model.
    /// The request was handed to the transport; once for every try, the last one being that which was
    /// answered.
    case llmRequested
    /// The request was handed to the transport once more after it had failed, together with `llmRequested`.
    case llmRetried
    /// A new connection for the request was ready; absent when one was reused.
    case llmConnected
    /// The request's new connection had its name looked up; like the next three only when it was measured, in
    /// real time and over legs that are followed packet by packet.
    case llmNameResolved
    /// It began to connect.
    case llmConnectBegan
    /// Its TCP connection was open.
    case llmTransportOpen
    /// Its TLS handshake was done.
    case llmSecured
    /// The service had received the request. Known only when the service is ours.
    case llmRequestReceived
    /// The service sent its first token. Known only when the service is ours.
    case llmFirstTokenSent
    /// The first byte of the response body arrived.
    case llmFirstByte
    /// The first token of any kind arrived.
    case llmFirstToken
    /// The first token of the answer arrived; reasoning and empty deltas do not count.
    case llmFirstAnswerToken
    /// The chunker released the first speakable chunk.
    case llmFirstSentence
    /// The model finished its reply.
    case llmDone

    // Speech synthesis.
    /// The first chunk was handed to the synthesis service; once for every try, as `llmRequested`.
    case ttsRequested
    /// The first chunk was handed to the service once more after it had failed, together with `ttsRequested`.
    case ttsRetried
    /// A new connection for the first chunk was ready; absent when one was open already.
    case ttsConnected
    /// The first chunk's new connection had its name looked up; like the next three only when it was
    /// measured, in real time and over legs that are followed packet by packet.
    case ttsNameResolved
    /// It began to connect.
    case ttsConnectBegan
    /// Its TCP connection was open.
    case ttsTransportOpen
    /// Its TLS handshake was done.
    case ttsSecured
    /// The service had received the first chunk. Known only when the service is ours.
    case ttsRequestReceived
    /// The service sent its first audio. Known only when the service is ours.
    case ttsFirstByteSent
    /// The first audio byte arrived.
    case ttsFirstByte
    /// The first audible sample arrived (it is heard later, at the sink).
    case ttsFirstAudible
    /// The last chunk's audio was complete.
    case ttsDone

    // Speech to speech. Its audio is told by the facts of speech synthesis, which it replaces.
    /// The service that hears and speaks by itself began to answer.
    case s2sReplyStarted

    // Playout.
    /// The sink began to play the reply.
    case playoutStarted
    /// The first audible sample of the reply left the pipeline's sink for a caller who is reached over a
    /// media leg.
    case audibleSent
    /// The first audible sample of the reply was heard at the sink; the caller's, when there is a media leg.
    case firstAudibleSample
    /// The sink ran dry in the middle of the reply.
    case underrun
    /// The last sample of the reply was heard.
    case playoutFinished

    // The caller's device, when one is emulated.
    /// Something was there to be computed on, and the device was not done with it before the next
    /// `deviceDone`. Noted only for what led to another fact of the turn.
    case deviceHeld
    /// The device was done with it.
    case deviceDone
    /// The device came to this thermal state in the turn; or was in it, and it is not the nominal one, as it
    /// began.
    case thermalNominal, thermalFair, thermalSerious, thermalCritical

    // Interruption.
    /// The caller began to speak over the reply: the true onset.
    case interruptionStarted
    /// The pipeline took what it heard for an interruption.
    case bargeInDetected
    /// Synthesis was told to stop.
    case ttsCancelled
    /// The sink was silent after an interruption.
    case playoutSilent
    /// The sink was paused or ducked, because what was heard might be an interruption.
    case playoutHeld
    /// It was none, and the reply went on.
    case playoutResumed
  }
}

extension TurnEvent.Kind {
  /// What is written in real time only, because virtual time hands on and begins everything when it is due.
  public static let ofRealTime: Set<TurnEvent.Kind> = [.speechEndIntended, .speechEndSent]
}
