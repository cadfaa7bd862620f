/// Deepgram's speech synthesis over HTTP.
///
/// Documented at developers.deepgram.com/reference/text-to-speech.
public struct AuraHTTPDialect: SpeechDialect {
  public let serviceName = "Deepgram's speech synthesis"
  private let request: AuraRequest

  /// - Parameter model: Ignored: the model is a part of the voice's name.
  public init(model: String, address: ServiceAddress, configuration: SessionConfiguration) {
    request = AuraRequest(address: address, configuration: configuration)
  }

  public func exchange(_ text: String, connection: Int) -> ConnectionRequest {
    request.exchange(text, connection: connection)
  }

  public func failure(_ head: ResponseHead, body: [UInt8], key: APIKey) -> ProviderFailure {
    DeepgramHeaders.failure(head, key: key, body: body)
  }
}

/// A session with Deepgram's speech synthesis over HTTP.
public typealias AuraHTTPSession = HTTPSpeechSession<AuraHTTPDialect>
