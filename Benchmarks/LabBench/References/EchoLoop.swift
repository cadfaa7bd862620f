import Foundation
import LabTransport
import Synchronization

/// A bare echo over loopback sockets: one thread answers what it reads, the other asks on all connections.
///
/// What the same work takes where nothing is parsed, queued or recorded.
struct EchoLoop {
  /// In milliseconds.
  let roundTrips: [Double]
  /// Processor time of both threads, in seconds.
  let cpu: Double
  private let connections: Int

  /// About as long as a streamed token.
  private static let messageSize = 256

  init(connections: Int, roundTrips count: Int) throws {
    let sockets = try Self.connected(connections)
    let times = Mutex<[Double]>([])
    let before = ProcessCost.ofThisProcess().cpu
    let server = Self.started { Self.answer(on: sockets.map(\.server)) }
    let client = Self.started {
      let measured = Self.ask(on: sockets.map(\.client), roundTrips: count)
      times.withLock { $0 = measured }
    }
    client.wait()
    for socket in sockets { close(socket.client) }
    server.wait()
    for socket in sockets { close(socket.server) }
    cpu = ProcessCost.ofThisProcess().cpu - before
    roundTrips = times.withLock { $0 }
    self.connections = connections
    guard roundTrips.count == count else { throw BenchFailure("the bare echo loop broke off") }
  }

  /// A percentile of the round trips.
  func reference(_ p: Double) -> Reference {
    let name = connections == 1 ? "a bare echo" : "a bare echo on \(connections) sockets"
    return Reference(name: name, value: percentile(roundTrips, p))
  }

  /// The processor time of a number of round trips, in seconds.
  func cpu(ofRoundTrips count: Int) -> Reference {
    Reference(name: "\(count) bare echoes", value: cpu / Double(roundTrips.count) * Double(count))
  }

  /// Runs something on a thread of the priority that the lab's own socket threads have.
  private static func started(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      ThreadPriority.realTimeIfPermitted.applyToCurrentThread()
      body()
      ended.signal()
    }
    return ended
  }

  private static func answer(on sockets: [Int32]) {
    var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: messageSize)
    var open = sockets.count
    while open > 0, poll(&polled, nfds_t(polled.count), -1) > 0 {
      for index in polled.indices where polled[index].revents != 0 {
        let count = read(polled[index].fd, &buffer, buffer.count)
        if count <= 0 || write(polled[index].fd, buffer, count) != count {
          polled[index].fd = -1
          open -= 1
        }
      }
    }
  }

  private static func ask(on sockets: [Int32], roundTrips: Int) -> [Double] {
    var polled = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0x2E, count: messageSize)
    var (asked, times) = ([Int64](repeating: 0, count: sockets.count), [Double]())
    for index in sockets.indices {
      asked[index] = wallNanoseconds()
      guard write(sockets[index], buffer, messageSize) == messageSize else { return [] }
    }
    while times.count < roundTrips, poll(&polled, nfds_t(polled.count), -1) > 0 {
      for index in polled.indices where polled[index].revents != 0 && times.count < roundTrips {
        guard read(polled[index].fd, &buffer, messageSize) == messageSize else { return [] }
        let now = wallNanoseconds()
        times.append(Double(now - asked[index]) / 1e6)
        asked[index] = now
        guard write(polled[index].fd, buffer, messageSize) == messageSize else { return [] }
      }
    }
    return times
  }

  private static func connected(_ count: Int) throws -> [(client: Int32, server: Int32)] {
    if let problem = OpenFileLimit.raise(to: count * 2 + 64) { throw BenchFailure(problem) }
    let listener = socket(AF_INET, streamSocket, 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isListening else { throw BenchFailure("the bare echo loop cannot listen") }
    return try (0..<count).map { _ in
      let client = socket(AF_INET, streamSocket, 0)
      let isConnected = withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, length) == 0 }
      }
      let server = accept(listener, nil, nil)
      guard isConnected, server >= 0 else { throw BenchFailure("the bare echo loop cannot connect") }
      var yes: Int32 = 1
      for descriptor in [client, server] {
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      }
      return (client, server)
    }
  }

  #if canImport(Glibc)
    private static let streamSocket = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamSocket = SOCK_STREAM
  #endif
}
