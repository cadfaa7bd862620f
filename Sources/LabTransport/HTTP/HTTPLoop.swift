import CCurl
import Synchronization

/// The I/O thread of an `HTTPTransport`: libcurl's multi handle, and the sockets it waits for.
///
/// Made on one thread, then touched by the I/O thread alone.
final class HTTPLoop: @unchecked Sendable {
  private let settings: TransportSettings
  private let sink: any TransportSink
  private let commands: BatchQueue<HTTPCommand>
  private let signal: WakeSignal
  private let watcher: any SocketWatcher
  private let multi: OpaquePointer
  private var handles = EasyHandlePool()
  private var transfers: [TransportID: HTTPTransfer] = [:]
  /// When libcurl wants to be called even if no socket is ready.
  private var timer: MonotonicInstant?
  private var isStopping = false

  init(
    settings: TransportSettings, sink: any TransportSink, commands: BatchQueue<HTTPCommand>,
    signal: WakeSignal,
    watcher: (any SocketWatcher)? = nil
  ) throws {
    _ = HTTPLoop.libraryIsReady
    guard let multi = curl_multi_init() else {
      throw TransportFailure(.other, "libcurl could not be started for want of memory.")
    }
    self.multi = OpaquePointer(multi)
    self.settings = settings
    self.sink = sink
    self.commands = commands
    self.signal = signal
    self.watcher = try watcher ?? makeSystemWatcher()
  }

  deinit {
    curl_multi_cleanup(UnsafeMutableRawPointer(multi))
  }

  /// libcurl's global state, made once, before any thread uses it.
  private static let libraryIsReady: Bool = lab_curl_global_init() == CURLE_OK

  private var multiHandle: UnsafeMutableRawPointer { UnsafeMutableRawPointer(multi) }

  /// Runs until told to stop.
  func run() {
    prepareMulti()
    watcher.watch(signal.descriptor, for: .reading)
    var ready: [(socket: Int32, readiness: SocketReadiness)] = []
    while !isStopping {
      for command in commands.take() { carryOut(command) }
      if isStopping { break }
      watcher.wait(milliseconds: millisecondsToTimer(), ready: &ready)
      for (socket, readiness) in ready {
        if socket == signal.descriptor {
          signal.clear()
        } else {
          act(on: socket, readiness.curlMask)
        }
      }
      if let timer, timer <= MonotonicClock.now() {
        self.timer = nil
        act(on: lab_curl_timeout_socket(), 0)
      }
    }
    end()
  }

  // MARK: Commands

  private func carryOut(_ command: HTTPCommand) {
    switch command {
    case .start(let id, let request): start(id, request)
    case .cancel(let id): cancel(id, "The request was taken back.")
    case .stop: isStopping = true
    }
  }

  private func start(_ id: TransportID, _ request: HTTPRequest) {
    let started = MonotonicClock.now()
    if transfers[id] != nil {
      return fail(id, TransportFailure(.invalidRequest, "Connection \(id.number) is still in use."))
    }
    if let problem = request.problem { return fail(id, problem) }
    guard let easy = handles.take() else {
      return fail(id, TransportFailure(.other, "libcurl could not take another request for want of memory."))
    }
    let transfer = HTTPTransfer(
      id: id, easy: easy, started: started, headByteLimit: settings.headByteLimit, sink: sink)
    transfer.configure(request, settings)
    transfers[id] = transfer
    let status = curl_multi_add_handle(multiHandle, easy)
    if status != CURLM_OK {
      release(transfer)
      fail(
        id,
        TransportFailure(
          .other, "libcurl did not take the request: \(String(cString: curl_multi_strerror(status)))."))
    }
  }

  private func cancel(_ id: TransportID, _ reason: String) {
    guard let transfer = transfers[id] else { return }
    release(transfer)
    fail(id, TransportFailure(.cancelled, reason))
  }

  private func fail(_ id: TransportID, _ failure: TransportFailure) {
    sink.deliver(TransportEvent(connection: id, at: MonotonicClock.now(), kind: .failed(failure)))
  }

  /// Takes the remaining exchanges back, in order of their ids, and refuses whatever was still queued.
  private func end() {
    for id in transfers.keys.sorted() { cancel(id, "The transport was shut down.") }
    for case .start(let id, _) in commands.close() {
      fail(id, TransportFailure(.cancelled, "The transport was shut down."))
    }
    handles.empty()
  }

  // MARK: libcurl

  private func prepareMulti() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    lab_curl_multi_on_socket(multiHandle, socketChanged, context)
    lab_curl_multi_on_timer(multiHandle, timerChanged, context)
    lab_curl_multi_set_long(multiHandle, CURLMOPT_MAXCONNECTS, settings.idleConnectionLimit)
    lab_curl_multi_set_long(multiHandle, CURLMOPT_MAX_CONCURRENT_STREAMS, 1000)
  }

  /// Lets libcurl work on one socket (or its timers), then reports what that completed.
  private func act(on socket: Int32, _ mask: Int32) {
    var running: Int32 = 0
    curl_multi_socket_action(multiHandle, socket, mask, &running)
    if running < transfers.count { reportCompleted() }
  }

  private func reportCompleted() {
    var remaining: Int32 = 0
    while let message = curl_multi_info_read(multiHandle, &remaining) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let result = lab_curl_message_result(message)
      guard let transfer = HTTPTransfer.of(easy) else { continue }
      let last = transfer.ended(result)
      release(transfer)
      sink.deliver(last)
    }
  }

  private func release(_ transfer: HTTPTransfer) {
    // libcurl may call back while it lets go, so the transfer must outlive that.
    withExtendedLifetime(transfer) {
      transfers[transfer.id] = nil
      curl_multi_remove_handle(multiHandle, transfer.easy)
      handles.giveBack(transfer.easy)
    }
  }

  private func millisecondsToTimer() -> Int32 {
    guard let timer else { return -1 }
    let remaining = MonotonicClock.now().duration(to: timer)
    return Int32(clamping: max(0, remaining.wholeMillisecondsRoundedUp))
  }

  fileprivate func watch(_ socket: Int32, _ what: Int32) {
    switch what {
    case CURL_POLL_IN: watcher.watch(socket, for: .reading)
    case CURL_POLL_OUT: watcher.watch(socket, for: .writing)
    case CURL_POLL_INOUT: watcher.watch(socket, for: [.reading, .writing])
    default: watcher.watch(socket, for: [])
    }
  }

  fileprivate func setTimer(_ milliseconds: Int) {
    timer = milliseconds < 0 ? nil : MonotonicClock.now().advanced(by: .milliseconds(milliseconds))
  }
}

private func makeSystemWatcher() throws -> any SocketWatcher {
  #if os(Linux)
    try EpollWatcher()
  #else
    PollWatcher()
  #endif
}

private let socketChanged: curl_socket_callback = { _, socket, what, context, _ in
  if let context { Unmanaged<HTTPLoop>.fromOpaque(context).takeUnretainedValue().watch(socket, what) }
  return 0
}

private let timerChanged: curl_multi_timer_callback = { _, milliseconds, context in
  if let context { Unmanaged<HTTPLoop>.fromOpaque(context).takeUnretainedValue().setTimer(milliseconds) }
  return 0
}

extension SocketReadiness {
  fileprivate var curlMask: Int32 {
    (contains(.reading) ? CURL_CSELECT_IN : 0) | (contains(.writing) ? CURL_CSELECT_OUT : 0)
      | (contains(.broken) ? CURL_CSELECT_ERR : 0)
  }
}
