import LabTimeline

/// What every latency of a turn has to be, worked out from the plan, the caller's labels and the documented
/// rules of the pipeline; no event that was measured is looked at.
///
/// Instants are nanoseconds of the conversation's clock.
struct TurnTruth {
  let cell: PlantedCell
  let way: PlantedNetworkPath
  /// Whether connections are new: in virtual time those of the first turn.
  let isCold: Bool
  /// The reply's first audible sample, from its first byte.
  private let onset: Int
  private let speechEnd: Int64
  private let speechStart: Int64
  private let detected: Int64
  private let located: Int64
  private let endDetected: Int64
  private let firstPartial: Int64
  private let firstFinal: Int64

  /// - Parameters:
  ///   - position: Where in the microphone's stream the utterance's speech begins: the label that the
  ///     latencies count from.
  ///   - onset: The first audible sample of the reply; worked out when nil.
  /// - Returns: `nil` when the detector's rule does not find the utterance.
  init?(
    cell: PlantedCell, way: PlantedNetworkPath, utterance: CalibrationUtterance, at position: Int,
    isCold: Bool,
    onset: Int? = nil
  ) {
    guard let finding = DetectorRule.finding(of: utterance, at: position), let word = utterance.words.first
    else { return nil }
    self.cell = cell
    self.way = way
    self.isCold = isCold
    self.onset = onset ?? PlantedReply.onset(leadingSilence: cell.synthesiser.leadingSilence)
    let end = position + utterance.speech.count
    speechStart = Self.instant(of: position)
    speechEnd = Self.instant(of: end)
    detected = Self.handedOn(finding.began)
    located = Self.instant(of: finding.located)
    endDetected = Self.handedOn(finding.noticed)
    // The service speaks when a word is complete and when enough audio has passed since it spoke before.
    let wordEnd = position - utterance.speech.lowerBound + word.samples.upperBound
    let cadence = CalibrationUtterance.sampleRate / 1000 * CalibrationPlan.interimCadenceMilliseconds
    firstPartial = Self.handedOn(max(wordEnd, cadence)) + way.roundTrip + cell.recogniser.interim
    // It settles by itself after 10 ms of silence.
    let tenMilliseconds = CalibrationUtterance.sampleRate / 100
    firstFinal = Self.handedOn(end + tenMilliseconds) + way.roundTrip + cell.recogniser.final
  }

  /// When a position of the microphone's stream has been captured.
  private static func instant(of samples: Int) -> Int64 {
    Int64(samples) * 1_000_000_000 / Int64(CalibrationUtterance.sampleRate)
  }

  /// When the buffer that completes a position is handed on.
  private static func handedOn(_ samples: Int) -> Int64 {
    let size = CalibrationPlan.bufferSize
    return instant(of: (samples + size - 1) / size * size)
  }

  /// The answer to the request to finalise, which is sent when the end of speech is noticed.
  private var secondFinal: Int64 { endDetected + way.roundTrip + cell.recogniser.final }

  /// When the silence that ends the turn has passed.
  private var endpoint: Int64 {
    max(located + CalibrationPlan.silence, detected + CalibrationPlan.minimumTurn)
  }

  /// When the turn has both its silence and a settled transcript.
  private var committed: Int64 { max(endpoint, firstFinal) }

  /// The last transcript that came before the commit.
  private var transcript: Int64 { secondFinal <= committed ? secondFinal : firstFinal }

  private var setup: Int64 { isCold ? way.setup : 0 }
  private var firstToken: Int64 { setup + way.roundTrip + cell.model.firstToken }
  private var firstSentence: Int64 {
    firstToken + Int64(PlantedReply.tokensToFirstSentence) * cell.model.tokenInterval
  }
  private var firstByte: Int64 {
    (cell.synthesiser.isOverHTTP ? setup : 0) + way.roundTrip + cell.synthesiser.firstAudio
  }

  /// The facts whose truth is known, of the turn and of its interruption: a metric between two of them has a
  /// truth.
  static let knownFacts: Set<TurnEvent.Kind> = [
    .userSpeechStarted, .speechDetected, .userSpeechEnded, .speechEndDetected, .sttPartial, .sttFinal,
    .sttFinalizeSent, .turnCommitted, .llmRequested, .llmConnected, .llmFirstToken, .llmFirstAnswerToken,
    .llmFirstSentence, .ttsRequested, .ttsConnected, .ttsFirstByte, .ttsFirstAudible, .firstAudibleSample,
    .interruptionStarted, .bargeInDetected, .playoutSilent,
  ]

  /// The truth of a metric in nanoseconds; `nil` when it has no value in this turn or none is known.
  func value(of metric: LatencyMetric) -> Int64? {
    guard let start = instant(of: metric.start), let end = instant(of: metric.end) else { return nil }
    return end - start
  }

  private func instant(of anchor: LatencyMetric.Anchor) -> Int64? {
    switch anchor.kind {
    case .userSpeechStarted: speechStart
    case .speechDetected: detected
    case .userSpeechEnded: speechEnd
    case .speechEndDetected, .sttFinalizeSent: endDetected
    case .sttPartial: firstPartial
    // Whatever transcript comes next counts as the answer.
    case .sttFinal where anchor.occurrence == .next: firstFinal >= endDetected ? firstFinal : secondFinal
    case .sttFinal: transcript
    case .turnCommitted, .llmRequested: committed
    case .llmConnected: isCold ? committed + way.setup : nil
    case .llmFirstToken, .llmFirstAnswerToken: committed + firstToken
    case .llmFirstSentence, .ttsRequested: synthesisRequested
    case .ttsConnected: isCold && cell.synthesiser.isOverHTTP ? synthesisRequested + way.setup : nil
    case .ttsFirstByte: synthesisRequested + firstByte
    case .ttsFirstAudible: synthesisRequested + firstByte + audibleArrival
    case .firstAudibleSample: synthesisRequested + firstByte + playout
    default: nil
    }
  }

  private var synthesisRequested: Int64 { committed + firstSentence }

  /// From the first byte to the message with the first audible sample.
  private var audibleArrival: Int64 {
    let message = PlantedReply.sampleRate / 1000 * CalibrationPlan.messageMilliseconds
    let interval = Int64(CalibrationPlan.messageMilliseconds * 1_000_000 / CalibrationPlan.deliverySpeed)
    return Int64(onset / message) * interval
  }

  private var playout: Int64 {
    SamplePosition.duration(ofSamples: onset, sampleRate: PlantedReply.sampleRate).nanoseconds
  }

  /// The truth of a metric of an interruption: how late it is noticed, at which instant the ideal sink is
  /// silent.
  ///
  /// - Parameter position: Where in the microphone's stream the interruption begins.
  static func value(
    of metric: LatencyMetric, interruption utterance: CalibrationUtterance, at position: Int
  ) -> Int64? {
    guard metric.start.kind == .interruptionStarted, knownFacts.contains(metric.end.kind) else { return nil }
    return DetectorRule.finding(of: utterance, at: position).map {
      handedOn($0.began) - instant(of: position)
    }
  }
}
