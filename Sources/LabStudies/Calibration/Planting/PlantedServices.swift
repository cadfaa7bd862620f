/// What is planted in an emulated speech recogniser; all times in nanoseconds.
public struct PlantedRecogniser: Hashable, Sendable, Codable {
  /// The provider whose emulated service behaves like this.
  public var provider: String
  /// From the upgrade request to its acceptance; no latency of a turn may contain it.
  public var handshake: Int64
  /// From the audio that completes a word to the interim result.
  public var interim: Int64
  /// From the request to finalise, or the service's own decision, to the final result.
  public var final: Int64

  private enum CodingKeys: String, CodingKey {
    case provider
    case handshake = "handshake_ns"
    case interim = "interim_ns"
    case final = "final_ns"
  }
}

/// What is planted in an emulated language model; all times in nanoseconds.
public struct PlantedModel: Hashable, Sendable, Codable {
  /// The provider whose emulated service behaves like this.
  public var provider: String
  /// From the request to the first token.
  public var firstToken: Int64
  /// Between two tokens.
  public var tokenInterval: Int64

  private enum CodingKeys: String, CodingKey {
    case provider
    case firstToken = "first_token_ns"
    case tokenInterval = "token_interval_ns"
  }
}

/// What is planted in an emulated speech synthesiser; all times in nanoseconds.
public struct PlantedSynthesiser: Hashable, Sendable, Codable {
  /// The provider whose emulated service behaves like this.
  public var provider: String
  /// From the upgrade request to its acceptance; without meaning over HTTP.
  public var handshake: Int64
  /// From the request to the first audio byte.
  public var firstAudio: Int64
  /// The silence in front of each chunk, whole milliseconds so that it is a whole number of samples.
  public var leadingSilence: Int64

  /// Whether a request opens a connection of its own; otherwise one is opened with the conversation.
  public var isOverHTTP: Bool { provider.hasSuffix("-http") }

  private enum CodingKeys: String, CodingKey {
    case provider
    case handshake = "handshake_ns"
    case firstAudio = "first_audio_ns"
    case leadingSilence = "leading_silence_ns"
  }
}

/// One service of each kind: what a cell of the calibration plants.
public struct PlantedCell: Hashable, Sendable {
  /// The recogniser.
  public var recogniser: PlantedRecogniser
  /// The model.
  public var model: PlantedModel
  /// The synthesiser.
  public var synthesiser: PlantedSynthesiser

  /// Every delay that a latency of a turn can contain.
  var delays: [Int64] {
    [
      recogniser.interim, recogniser.final, model.firstToken, model.tokenInterval, synthesiser.firstAudio,
      synthesiser.leadingSilence,
    ]
  }
}
