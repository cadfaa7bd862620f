/// What the service says on a Flux connection (listen v2).
///
/// Source: deepgram-sdk 7.17.0 and developers.deepgram.com/docs/flux/state.
enum FluxMessage: Hashable {
  case connected
  case turn(TurnInfo)
  case error(code: String?, description: String?)
  /// A type that this client does not know or has no use for.
  case other

  struct TurnInfo: Hashable {
    var event: String
    /// What was said over the course of the turn.
    var transcript: String
    /// What ended the turn; an open set: `model`, `manual`, `timeout`.
    var trigger: String?
  }

  /// - Throws: when the text is not a JSON object, or is turn information that lacks a part. An unknown type
  ///   is not an error.
  init(_ text: String) throws {
    let wire = try JSONText.decode(Wire.self, from: text)
    switch wire.type {
    case "Connected": self = .connected
    case "TurnInfo":
      guard let event = wire.event, let transcript = wire.transcript else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "no event or no transcript"))
      }
      self = .turn(TurnInfo(event: event, transcript: transcript, trigger: wire.trigger))
    case "Error": self = .error(code: wire.code, description: wire.description)
    default: self = .other
    }
  }

  private struct Wire: Decodable {
    var type: String?
    var event: String?
    var transcript: String?
    var trigger: String?
    var code: String?
    var description: String?
  }
}
