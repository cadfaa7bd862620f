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
  /// The silence after a caller's last word that makes a service's own turn model as sure as its default
  /// asks. For services that have such a model.
  public var endOfTurn: LatencyModel
  /// How long after a final transcript its formatted copy follows; zero for a service that formats the first
  /// one.
  public var formatting: Duration

  public init(
    handshake: LatencyModel = .fixed(.milliseconds(40)), interim: LatencyModel, final: LatencyModel,
    interimCadence: Duration = .milliseconds(300), endOfTurn: LatencyModel = .fixed(.milliseconds(200)),
    formatting: Duration = .zero
  ) {
    self.handshake = handshake
    self.interim = interim
    self.final = final
    self.interimCadence = interimCadence
    self.endOfTurn = endOfTurn
    self.formatting = formatting
  }
}
