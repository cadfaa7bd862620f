import Foundation
import LabTransport

/// Lets a thread that waits for a program's output know that it is no longer needed.
final class StopSignal: Sendable {
  private let reading: Int32
  private let writing: Int32
  /// How long a program may take to end after its input has ended, in milliseconds.
  private static let patience: Int32 = 2000

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  func raise() {
    _ = write(writing, [1], 1)
  }

  /// Waits for output and stamps it.
  ///
  /// - Parameter force: Called when the signal was raised and the output has not ended a while later.
  /// - Returns: `nil` at the end of the output.
  func read(_ output: Int32, orElse force: () -> Void) -> (bytes: [UInt8], at: MonotonicInstant)? {
    var isStopping = false
    var waited: Int32 = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var watched = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isStopping ? -1 : reading, events: Int16(POLLIN), revents: 0),
      ]
      let found = poll(&watched, 2, isStopping ? 100 : -1)
      if found < 0, errno == EINTR { continue }
      if watched[1].revents != 0 { isStopping = true }
      if isStopping, found == 0 {
        waited += 100
        if waited == Self.patience { force() }
        continue
      }
      guard watched[0].revents != 0 else { continue }
      let count = Foundation.read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      let at = MonotonicClock.now()
      // Nobody listens any more; a program that goes on writing is not waited for longer than a silent one.
      guard isStopping else { return (Array(buffer[..<count]), at) }
      waited += 1
      if waited == Self.patience { force() }
    }
  }
}
