import LabTimeline

/// A packet between two ends.
struct TCPPacket: Sendable {
  enum Kind: Sendable {
    case query, answer, synchronise, synchroniseAnswer, data
  }

  var kind: Kind
  var direction: LegDirection
  /// The bytes of the stream that it carries; empty for a mere acknowledgement.
  var bytes: Range<Int> = 0..<0
  /// Up to where the other direction's stream has arrived.
  var acknowledged = 0
  /// What has arrived beyond that.
  var selective: [Range<Int>] = []
}
