/// A moment on the lab's one clock, counted from the origin of the run or conversation.
///
/// Every conversation begins at the zero of its own clock: the monotonic clock in real time, a virtual one
/// offline. When conversations were due and began is counted from the origin of the run. Differences are
/// exact: the unit is the nanosecond.
public struct LabInstant: Hashable, Sendable {
  /// Nanoseconds since the origin. Negative only for what was due before the origin and had to wait.
  public var nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The origin of the run or conversation.
  public static let origin = LabInstant(nanoseconds: 0)
}

extension LabInstant: InstantProtocol {
  @inlinable
  public static func < (left: LabInstant, right: LabInstant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  @inlinable
  public func advanced(by duration: Duration) -> LabInstant {
    let (sum, isBeyond) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
    return LabInstant(nanoseconds: isBeyond ? (duration < .zero ? .min : .max) : sum)
  }

  @inlinable
  public func duration(to other: LabInstant) -> Duration {
    let (difference, isBeyond) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
    return .nanoseconds(isBeyond ? (other < self ? .min : .max) : difference)
  }

  @inlinable
  public static func + (instant: LabInstant, duration: Duration) -> LabInstant {
    instant.advanced(by: duration)
  }

  @inlinable
  public static func - (instant: LabInstant, duration: Duration) -> LabInstant {
    instant.advanced(by: .zero - duration)
  }

  @inlinable
  public static func - (later: LabInstant, earlier: LabInstant) -> Duration {
    earlier.duration(to: later)
  }
}

extension LabInstant: Codable {
  public init(from decoder: any Decoder) throws {
    nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}
