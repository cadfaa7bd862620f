#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Wakes a thread that waits for sockets: a pipe to itself, of which that thread watches the reading end.
final class WakeSignal: Sendable {
  /// Readable while the signal is raised.
  let descriptor: Int32
  private let writingEnd: Int32

  /// - Throws: `TransportFailure` when the process may open no more files.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw TransportFailure(.other, "The system has no file descriptor left for another transport.")
    }
    for end in ends {
      setDescriptorFlag(end, get: F_GETFL, set: F_SETFL, flag: O_NONBLOCK)
      setDescriptorFlag(end, get: F_GETFD, set: F_SETFD, flag: FD_CLOEXEC)
    }
    descriptor = ends[0]
    writingEnd = ends[1]
  }

  deinit {
    close(descriptor)
    close(writingEnd)
  }

  /// Makes the descriptor readable. A pipe that is full is readable already.
  func raise() {
    var byte: UInt8 = 1
    _ = write(writingEnd, &byte, 1)
  }

  /// Makes the descriptor quiet again.
  func clear() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      while read(descriptor, bytes.baseAddress, bytes.count) == bytes.count {}
    }
  }
}

private func setDescriptorFlag(_ descriptor: Int32, get: Int32, set: Int32, flag: Int32) {
  _ = fcntl(descriptor, set, fcntl(descriptor, get) | flag)
}
