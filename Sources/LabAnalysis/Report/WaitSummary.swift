/// How long the conversations of a cell waited for a free line, in milliseconds: begun minus due.
///
/// Conversations are the sample here, not turns. A figure that `n` cannot support is `nil`.
public struct WaitSummary: Hashable, Sendable, Codable {
  /// Conversations that were due at an instant of their own.
  public var n: Int
  public var p50: Double?
  public var p90: Double?
  public var max: Double?

  private enum CodingKeys: String, CodingKey {
    case n, p50, p90, max
  }

  /// Writes missing figures as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(n, forKey: .n)
    try container.encode(p50, forKey: .p50)
    try container.encode(p90, forKey: .p90)
    try container.encode(max, forKey: .max)
  }
}
