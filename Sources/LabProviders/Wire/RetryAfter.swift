import LabTimeline

/// How long a service asks to wait before the next try.
enum RetryAfter {
  /// Reads `retry-after-ms`, then `retry-after` in seconds. A date is not understood: that would need a
  /// calendar clock, and gives `nil` as a missing header does.
  static func duration(in headers: [HeaderField]) -> Duration? {
    if let text = headers.value(of: "retry-after-ms"), let value = Double(text), isSensible(value / 1000) {
      return Duration(milliseconds: value)
    }
    if let text = headers.value(of: "retry-after"), let value = Double(text), isSensible(value) {
      return Duration(milliseconds: value * 1000)
    }
    return nil
  }

  private static func isSensible(_ seconds: Double) -> Bool {
    seconds >= 0 && seconds < 1e6
  }
}
