public import LabRecord

/// How long the conversations of a cell waited for a free line, in milliseconds: begun minus due.
///
/// Conversations are the sample here, not turns. A figure that `n` cannot support is `nil`.
public struct WaitSummary: Hashable, Sendable, Codable {
  /// Conversations that were due at an instant of their own.
  public var n: Int
  @NullCodable public var p50: Double? = nil
  @NullCodable public var p90: Double? = nil
  @NullCodable public var max: Double? = nil

  private enum CodingKeys: String, CodingKey {
    case n, p50, p90, max
  }
}
