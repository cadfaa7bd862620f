import Foundation
public import Testing

/// What a test needs beyond a moment of a processor's time.
public enum TestNeed: String, Sendable {
  /// It waits for real time to pass.
  case realTime = "real time"
  /// It starts Python.
  case python = "Python"
  /// It computes for seconds on end.
  case patience

  /// Whether only tests that need none of this are to run: `scripts/test --fast`.
  static let isFast = ProcessInfo.processInfo.environment["TURNLAB_FAST_TESTS"] != nil
}

extension Trait where Self == ConditionTrait {
  /// Says what a test or suite needs; `scripts/test --fast` skips it.
  public static func needs(_ need: TestNeed) -> Self {
    .disabled(if: TestNeed.isFast, "It needs \(need.rawValue), which scripts/test --fast leaves out.")
  }
}
