/// How an emulated speech-to-speech service behaves in time.
public struct SpeechToSpeechProfile: Hashable, Sendable {
  /// From the upgrade request to its acceptance.
  public var handshake: LatencyModel
  /// From the end of the caller's turn, as the service sees it, to the first audio byte of the reply.
  public var firstAudio: LatencyModel
  /// The silence that the voice pads on in front of a reply.
  public var leadingSilence: LatencyModel
  /// How many times faster than real time audio is delivered after that.
  public var deliverySpeed: Double
  /// How much audio a message holds.
  public var messageLength: Duration
  /// How many sentences a reply has.
  public var sentences: ClosedRange<Int>
  /// The words of every reply; `nil` for sentences of the model's own choice.
  public var reply: String?

  public init(
    handshake: LatencyModel = .fixed(.milliseconds(40)), firstAudio: LatencyModel,
    leadingSilence: LatencyModel, deliverySpeed: Double = 5, messageLength: Duration = .milliseconds(200),
    sentences: ClosedRange<Int> = 2...4, reply: String? = nil
  ) {
    self.handshake = handshake
    self.firstAudio = firstAudio
    self.leadingSilence = leadingSilence
    self.deliverySpeed = deliverySpeed
    self.messageLength = messageLength
    self.sentences = sentences
    self.reply = reply
  }

  /// How the service's voice behaves.
  var voice: TextToSpeechProfile {
    TextToSpeechProfile(
      handshake: handshake, firstAudio: firstAudio, leadingSilence: leadingSilence,
      deliverySpeed: deliverySpeed, messageLength: messageLength)
  }
}
