extension Duration {
  /// Whole nanoseconds; anything finer is cut off.
  @inlinable
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Milliseconds as a number for output.
  @inlinable
  public var milliseconds: Double {
    Double(nanoseconds) / 1e6
  }

  /// The nearest whole-nanosecond duration to a number of milliseconds.
  @inlinable
  public init(milliseconds: Double) {
    self = .nanoseconds(Int64((milliseconds * 1e6).rounded()))
  }
}
