public import LabRecord

/// Counts of which files hold every one, those that are zero included; records hold only what was seen.
@propertyWrapper
public struct CompleteCounts: Hashable, Sendable, Codable {
  public var wrappedValue: TurnCounts

  public init(wrappedValue: TurnCounts) {
    self.wrappedValue = wrappedValue
  }

  public init(from decoder: any Decoder) throws {
    wrappedValue = try TurnCounts(from: decoder)
  }

  /// Writes every count under its name.
  public func encode(to encoder: any Encoder) throws {
    let all = TurnCounts.all.map { ($0.name, wrappedValue[keyPath: $0.path]) }
    try Dictionary(uniqueKeysWithValues: all).encode(to: encoder)
  }
}
