extension Duration {
  /// Whole nanoseconds; anything finer is cut off, and so is what lies beyond ±292 years, which only a peer
  /// that talks nonsense can ask for.
  @inlinable
  public var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isTooLong || isBeyond ? (seconds < 0 ? .min : .max) : sum
  }

  /// Milliseconds as a number for output.
  @inlinable
  public var milliseconds: Double {
    Double(nanoseconds) / 1e6
  }

  /// The nearest whole-nanosecond duration to a number of milliseconds; what lies beyond ±292 years is cut
  /// off, and no number is zero.
  @inlinable
  public init(milliseconds: Double) {
    let nanoseconds = (milliseconds * 1e6).rounded()
    self = .nanoseconds(
      Int64(exactly: nanoseconds) ?? (nanoseconds.isNaN ? 0 : nanoseconds < 0 ? .min : .max))
  }
}
