/// How an emulated speech-synthesis service behaves in time.
public struct TextToSpeechProfile: Hashable, Sendable {
  /// From the upgrade request to its acceptance; no part of an HTTP service.
  public var handshake: LatencyModel
  /// From the request to the first audio byte.
  public var firstAudio: LatencyModel
  /// The silence that the voice pads on in front of each chunk.
  public var leadingSilence: LatencyModel
  /// How many times faster than real time audio is delivered after that.
  public var deliverySpeed: Double
  /// How much audio a message holds.
  public var messageLength: Duration

  public init(
    handshake: LatencyModel = .fixed(.milliseconds(40)), firstAudio: LatencyModel,
    leadingSilence: LatencyModel, deliverySpeed: Double = 10, messageLength: Duration = .milliseconds(60)
  ) {
    self.handshake = handshake
    self.firstAudio = firstAudio
    self.leadingSilence = leadingSilence
    self.deliverySpeed = deliverySpeed
    self.messageLength = messageLength
  }
}
