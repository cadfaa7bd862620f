import Foundation
import Testing

extension Tag {
  /// The test waits for time to pass.
  @Tag static var realTime: Self
}

/// Runs something that waits on a thread of its own, so that other tests go on meanwhile.
///
/// After it, the test may have to wait until other tests leave it a thread: what has to happen in time belongs inside.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// Waits until something holds; false when it never did.
func waitUntil(seconds: Double = 120, _ holds: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<Int(seconds * 500) {
    if try holds() { return true }
    usleep(2000)
  }
  return false
}
