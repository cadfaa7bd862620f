/// The caller's own number for a connection; unique among the connections a transport has open.
public struct TransportID: Sendable, Hashable, Comparable {
  /// The number.
  public let number: Int

  /// Creates an id from the caller's number.
  public init(_ number: Int) {
    self.number = number
  }

  /// Orders ids by number.
  public static func < (left: TransportID, right: TransportID) -> Bool { left.number < right.number }
}
