/// How a speech-synthesis service that answers one HTTP request per text words its requests and refusals.
public protocol SpeechDialect: Sendable {
  init(model: String, address: ServiceAddress, configuration: SessionConfiguration)
  /// What the service is called in messages, e.g. `Deepgram's speech synthesis`.
  var serviceName: String { get }
  /// The request to speak a text; `connection` is the session's own number for the exchange.
  func exchange(_ text: String, connection: Int) -> ConnectionRequest
  /// The failure that an answer other than 200 stands for.
  func failure(_ head: ResponseHead, body: [UInt8], key: APIKey) -> ProviderFailure
}
