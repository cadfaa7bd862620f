/// How a turn ended. A failure is data, and stays in the denominator.
public enum TurnOutcome: Hashable, Sendable {
  /// The whole reply was heard.
  case completed
  /// The caller took the floor before the reply ended.
  case interrupted
  /// A stage failed, for a stable, short reason.
  case failed(stage: Stage, reason: String)
  /// The pipeline never answered: nothing was heard, or nothing was understood.
  case missed(reason: String)

  /// The word for the outcome in records and reports.
  public var name: String {
    switch self {
    case .completed: "completed"
    case .interrupted: "interrupted"
    case .failed: "failed"
    case .missed: "missed"
    }
  }
}

extension TurnOutcome: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, stage, reason
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .name) {
    case "completed": self = .completed
    case "interrupted": self = .interrupted
    case "failed":
      self = .failed(
        stage: try container.decode(Stage.self, forKey: .stage),
        reason: try container.decode(String.self, forKey: .reason))
    case "missed": self = .missed(reason: try container.decode(String.self, forKey: .reason))
    case let name:
      throw DecodingError.dataCorruptedError(
        forKey: .name, in: container, debugDescription: "unknown turn outcome '\(name)'")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    switch self {
    case .completed, .interrupted: break
    case .failed(let stage, let reason):
      try container.encode(stage, forKey: .stage)
      try container.encode(reason, forKey: .reason)
    case .missed(let reason): try container.encode(reason, forKey: .reason)
    }
  }
}
