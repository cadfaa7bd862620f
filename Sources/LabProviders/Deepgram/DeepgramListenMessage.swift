/// What the service says on a listen connection.
///
/// Documented at developers.deepgram.com/docs/live-streaming-audio and the AsyncAPI document of 22 August
/// 2026.
enum DeepgramListenMessage: Hashable, Decodable {
  case results(Results)
  case speechStarted
  case utteranceEnd
  case metadata
  case error(variant: String?, description: String?)
  /// A type that this client does not know.
  case unknown

  struct Results: Hashable {
    var transcript: String
    /// Where in the stream the piece begins and how long it is, in seconds.
    var start: Double?
    var duration: Double?
    var isFinal: Bool
    var endsUtterance: Bool
    var answersFinalize: Bool
  }

  /// - Throws: when it is not a JSON object, or is a result without a transcript. An unknown type is not an
  ///   error.
  init(from decoder: any Decoder) throws {
    let wire = try Wire(from: decoder)
    switch wire.type {
    case "Results": self = .results(try wire.results)
    case "SpeechStarted": self = .speechStarted
    case "UtteranceEnd": self = .utteranceEnd
    case "Metadata": self = .metadata
    case "Error": self = .error(variant: wire.variant, description: wire.description)
    default: self = .unknown
    }
  }

  private struct Wire: Decodable {
    var type: String?
    var isFinal: Bool?
    var speechFinal: Bool?
    var fromFinalize: Bool?
    var channel: Channel?
    var start: Double?
    var duration: Double?
    var variant: String?
    var description: String?

    private enum CodingKeys: String, CodingKey {
      case type, channel, start, duration, variant, description
      case isFinal = "is_final"
      case speechFinal = "speech_final"
      case fromFinalize = "from_finalize"
    }

    // `channel` is an object in results and a pair of numbers elsewhere, so it is read only where it is an
    // object.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      type = try container.decodeIfPresent(String.self, forKey: .type)
      guard type == "Results" else {
        variant = type == "Error" ? try container.decodeIfPresent(String.self, forKey: .variant) : nil
        description = type == "Error" ? try container.decodeIfPresent(String.self, forKey: .description) : nil
        return
      }
      isFinal = try container.decodeIfPresent(Bool.self, forKey: .isFinal)
      speechFinal = try container.decodeIfPresent(Bool.self, forKey: .speechFinal)
      fromFinalize = try container.decodeIfPresent(Bool.self, forKey: .fromFinalize)
      start = try container.decodeIfPresent(Double.self, forKey: .start)
      duration = try container.decodeIfPresent(Double.self, forKey: .duration)
      channel = try container.decode(Channel.self, forKey: .channel)
    }

    struct Channel: Decodable {
      var alternatives: [Alternative]
    }

    struct Alternative: Decodable {
      var transcript: String
    }

    var results: Results {
      get throws {
        guard let transcript = channel?.alternatives.first?.transcript else {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no alternative"))
        }
        return Results(
          transcript: transcript, start: start, duration: duration, isFinal: isFinal ?? false,
          endsUtterance: speechFinal ?? false,
          answersFinalize: fromFinalize ?? false)
      }
    }
  }
}
