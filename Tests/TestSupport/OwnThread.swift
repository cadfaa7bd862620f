import Foundation

/// Runs something that waits on a thread of its own, so that other tests go on meanwhile.
///
/// After it, the test may have to wait until other tests leave it a thread: what has to happen in time belongs inside.
public func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
