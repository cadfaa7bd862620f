import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread of its own for one loop that lives as long as the run: an I/O loop or the live driver.
public final class DedicatedThread: Sendable {
  /// The scheduling that the thread was given.
  public let scheduling: ObtainedScheduling
  private let handle: Mutex<Handle?>

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - priority: the scheduling to ask for.
  ///   - body: runs on the new thread; the thread ends when it returns.
  /// - Throws: `TransportFailure` with the code `other` when the system has no thread left.
  public init(priority: ThreadPriority, body: @escaping @Sendable () -> Void) throws {
    let start = Start(priority: priority, body: body)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let argument = Unmanaged.passRetained(start)
    let status = pthread_create(&thread, nil, dedicatedThreadMain, argument.toOpaque())
    guard status == 0 else {
      argument.release()
      throw TransportFailure(
        .other, "The system could not start another thread: \(String(cString: strerror(status))).")
    }
    #if canImport(Darwin)
      handle = Mutex(thread.map(Handle.init))
    #else
      handle = Mutex(Handle(thread: thread))
    #endif
    scheduling = start.waitForScheduling()
  }

  /// Waits for the thread to end. Does nothing the second time, or on the thread itself.
  public func join() {
    let handle = handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
    guard let handle, pthread_equal(handle.thread, pthread_self()) == 0 else { return }
    pthread_join(handle.thread, nil)
  }

  deinit {
    handle.withLock { handle in
      if let handle { pthread_detach(handle.thread) }
      handle = nil
    }
  }

  /// A thread's name in the system, a plain number or pointer.
  private struct Handle: @unchecked Sendable {
    let thread: pthread_t
  }

  /// What the new thread needs to begin, and where it says what scheduling it got.
  fileprivate final class Start: Sendable {
    let priority: ThreadPriority
    let body: @Sendable () -> Void
    private let condition = MonotonicCondition()
    private let obtained = Mutex<ObtainedScheduling?>(nil)

    init(priority: ThreadPriority, body: @escaping @Sendable () -> Void) {
      self.priority = priority
      self.body = body
    }

    func report(_ scheduling: ObtainedScheduling) {
      condition.lock()
      obtained.withLock { $0 = scheduling }
      condition.signal()
      condition.unlock()
    }

    func waitForScheduling() -> ObtainedScheduling {
      condition.lock()
      defer { condition.unlock() }
      while true {
        if let scheduling = obtained.withLock({ $0 }) { return scheduling }
        condition.wait(until: nil)
      }
    }
  }
}

#if canImport(Darwin)
  private func dedicatedThreadMain(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    runDedicatedThread(argument)
  }
#else
  private func dedicatedThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { runDedicatedThread(argument) } else { nil }
  }
#endif

private func runDedicatedThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  let start = Unmanaged<DedicatedThread.Start>.fromOpaque(argument).takeRetainedValue()
  blockBrokenPipeSignal()
  start.report(start.priority.applyToCurrentThread())
  start.body()
  return nil
}

/// Writing to a socket that the other side closed shall be an error of that socket, not the end of the
/// process.
private func blockBrokenPipeSignal() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, nil)
}
