import Foundation
import LabProviders
import LabTransport
import Synchronization

/// A program that speaks the line protocol: one thread writes to it, another reads and stamps what it says.
///
/// It serves one session at a time and is kept for the next one when it says `closed`.
final class ProgramHost: EngineHost {
  private struct State {
    var session: SessionRequest?
    var isReady = false
    /// Sessions that were closed and that the program has not yet said `closed` to; its lines belong to them.
    var unanswered = 0
    var hasServed = false
    var hasEnded = false
  }

  private let name: String
  private let child: ChildProcess
  private let sink: any TransportSink
  private let lines = Inbox<String>()
  private let state = Mutex(State())
  private let stopSignal = StopSignal()
  private let threads = Mutex<[DedicatedThread]>([])

  /// The longest line that is taken, in bytes.
  private static let lineLimit = 16 << 20

  init(_ arguments: [String], sink: any TransportSink) throws {
    name = arguments.prefix(2).joined(separator: " ")
    self.sink = sink
    let child = try ChildProcess(arguments)
    self.child = child
    let lines = lines
    let writer = try DedicatedThread(priority: .ordinary) { Self.write(lines, to: child.input) }
    let reader = try DedicatedThread(priority: .ordinary) { [self] in read() }
    threads.withLock { $0 = [writer, reader] }
  }

  func begin(_ session: SessionRequest) {
    let hasEnded = state.withLock { state in
      state.session = session
      state.isReady = false
      return state.hasEnded
    }
    guard !hasEnded else { return deliver(ended("has ended already"), to: session.connection) }
    lines.append(session.opening)
  }

  func send(_ connection: TransportID, _ line: String) {
    lines.append(line)
  }

  func end(_ connection: TransportID) -> Bool {
    let isReusable = state.withLock { state in
      let isReusable = state.isReady && state.unanswered == 0 && !state.hasEnded
      state.session = nil
      state.isReady = false
      state.unanswered += 1
      return isReusable
    }
    lines.append(EngineCommand.close.line)
    return isReusable
  }

  var isAlive: Bool { state.withLock { !$0.hasEnded } }

  func dismiss() {
    lines.close()
    stopSignal.raise()
  }

  func join() {
    for thread in threads.withLock({ $0 }) { thread.join() }
  }

  /// Writes lines as they come; the program is told by the end of its input that it is no longer needed.
  private static func write(_ lines: Inbox<String>, to descriptor: Int32) {
    defer { close(descriptor) }
    while let batch = lines.wait() {
      var bytes = Array((batch.joined(separator: "\n") + "\n").utf8)[...]
      while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        bytes = bytes.dropFirst(count)
      }
    }
  }

  private func read() {
    var pending: [UInt8] = []
    while let (bytes, at) = stopSignal.read(child.output, orElse: { child.kill() }) {
      var rest = bytes[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        pending += rest[..<end]
        take(String(decoding: pending, as: UTF8.self), at: at)
        pending.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      pending += rest
      if pending.count > Self.lineLimit { child.kill() }
    }
    close(child.output)
    let words = child.waitForEnd()
    let session = state.withLock { state in
      state.hasEnded = true
      return state.session
    }
    if let session { deliver(ended(words), to: session.connection) }
  }

  private func take(_ line: String, at: MonotonicInstant) {
    let events = state.withLock { state -> [TransportEvent] in
      guard state.unanswered == 0 else {
        if isClosed(line) { state.unanswered -= 1 }
        return []
      }
      guard let session = state.session else { return [] }
      func event(_ kind: TransportEvent.Kind) -> TransportEvent {
        TransportEvent(connection: session.connection, at: at, kind: kind)
      }
      guard !state.isReady else { return [event(.text(line))] }
      do {
        switch try EngineReply(line: line) {
        case .ready:
          state.isReady = true
          let timings = ConnectionTimings.engine(asked: session.asked, isReused: state.hasServed)
          state.hasServed = true
          return [event(.opened(status: 101, headers: [], timings: timings)), event(.text(line))]
        case .error(_, let message):
          state.session = nil
          return [event(.failed(TransportFailure(.refused, "“\(name)” says: \(message)")))]
        default: return []
        }
      } catch {
        state.session = nil
        return [
          event(
            .failed(
              TransportFailure(.protocolViolation, "“\(name)” says what is not of the protocol: \(error)")))
        ]
      }
    }
    for event in events { sink.deliver(event) }
  }

  private func isClosed(_ line: String) -> Bool {
    do {
      return try EngineReply(line: line) == .closed
    } catch {
      return false
    }
  }

  private func ended(_ words: String) -> TransportEvent.Kind {
    let sentence = "The program “\(name)” \(words)."
    return state.withLock { $0.isReady }
      ? .closed(code: 1006, reason: sentence) : .failed(TransportFailure(.refused, sentence))
  }

  private func deliver(_ kind: TransportEvent.Kind, to connection: TransportID) {
    sink.deliver(TransportEvent(connection: connection, at: MonotonicClock.now(), kind: kind))
  }
}
