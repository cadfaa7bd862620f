/// How an emulated speech-to-text service behaves in time.
public struct SpeechToTextProfile: Hashable, Sendable {
  /// From the upgrade request to its acceptance.
  public var handshake: LatencyModel
  /// From the audio that completes a word to the interim result that holds it.
  public var interim: LatencyModel
  /// From the request to finalise, or the service's own endpoint decision, to the final result.
  public var final: LatencyModel
  /// How much audio lies between two interim results at least.
  public var interimCadence: Duration

  public init(
    handshake: LatencyModel = .fixed(.milliseconds(40)), interim: LatencyModel, final: LatencyModel,
    interimCadence: Duration = .milliseconds(300)
  ) {
    self.handshake = handshake
    self.interim = interim
    self.final = final
    self.interimCadence = interimCadence
  }
}
