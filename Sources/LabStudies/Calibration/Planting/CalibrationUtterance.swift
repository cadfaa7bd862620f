import LabEmulation
public import LabTimeline

/// One thing that the caller of a calibration says: a synthetic voice that is cut off hard, so that its
/// labels are exact to the sample.
public struct CalibrationUtterance: Hashable, Sendable {
  /// Hz, as the microphone hears it.
  public static let sampleRate = 16_000

  /// Unique in the conversation.
  public let id: String
  /// What speech to text is to hear.
  public let transcript: String
  /// Digital silence, the voice, digital silence.
  public let samples: [Int16]
  /// Where the voice is.
  public let speech: Range<Int>
  /// Where the words are: the voice in equal parts.
  public let words: [SpokenWord]
  /// When it begins.
  public let beginning: UtteranceBeginning

  /// Whether it is spoken into a reply.
  public var isInterruption: Bool { if case .bargeIn = beginning { true } else { false } }

  /// What every caller of a calibration says: a question, and another one into the answer.
  public static let conversation = [
    CalibrationUtterance(
      id: "question", transcript: "please find my order", beginning: .at(.milliseconds(500))),
    CalibrationUtterance(
      id: "interruption", transcript: "no the other one", beginning: .bargeIn(.milliseconds(600))),
  ]

  /// What the callers say on whom gates are proved: one short question each.
  public static let gateConversations: [(id: String, utterance: CalibrationUtterance)] = [
    "when do you close", "how far is it", "what does it cost", "who was that again",
  ].enumerated().map { index, transcript in
    let id = "gates-\(index + 1)"
    return (id, CalibrationUtterance(id: id, transcript: transcript, beginning: .at(.milliseconds(400))))
  }

  private static let voiceSamples = sampleRate * 6 / 5
  private static let silence = sampleRate / 10

  init(id: String, transcript: String, beginning: UtteranceBeginning) {
    self.id = id
    self.transcript = transcript
    self.beginning = beginning
    // More text than is needed, so that the cut falls into the voice and not into how it fades.
    var voice = EmulatedVoice(text: "na \(transcript) and some more", sampleRate: Self.sampleRate)
    let bytes = voice.next(samples: Self.voiceSamples)
    let spoken = stride(from: 0, to: bytes.count, by: 2).map {
      Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
    }
    let quiet = [Int16](repeating: 0, count: Self.silence)
    samples = quiet + spoken + quiet
    let speech = Self.silence..<Self.silence + spoken.count
    self.speech = speech
    let texts = transcript.split(separator: " ").map(String.init)
    let length = spoken.count / texts.count
    words = texts.enumerated().map { index, text in
      let start = speech.lowerBound + index * length
      return SpokenWord(
        text: text, samples: start..<(index == texts.count - 1 ? speech.upperBound : start + length))
    }
  }
}
