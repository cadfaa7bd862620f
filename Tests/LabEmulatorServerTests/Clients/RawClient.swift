#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A TCP client that blocks, sends whatever bytes a test wants, and tells how the other side ended.
final class RawClient {
  /// How reading stopped.
  enum End: Equatable {
    case orderly
    case reset
    /// Nothing came for 20 seconds.
    case silence
  }

  struct Failure: Error {
    let what: String
  }

  private let descriptor: CInt
  private var isClosed = false
  /// What was received and not taken.
  private(set) var received: [UInt8] = []
  /// How the other side ended, once it has.
  private(set) var end: End?

  init(port: Int) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw Failure(what: "connect: errno \(errno)") }
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close() }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        #if canImport(Darwin)
          Darwin.send(descriptor, $0.baseAddress, $0.count, 0)
        #else
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Reads once more. Returns whether bytes came.
  @discardableResult
  func receive() -> Bool {
    guard end == nil else { return false }
    var piece = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &piece, piece.count, 0)
    if count > 0 {
      received += piece[..<count]
      return true
    }
    end = count == 0 ? .orderly : errno == ECONNRESET ? .reset : .silence
    return false
  }

  /// Takes bytes out of what was received, waiting for them.
  func take(_ count: Int) throws -> [UInt8] {
    while received.count < count {
      guard receive() else {
        throw Failure(what: "\(count) bytes wanted, \(received.count) came, then \(String(describing: end))")
      }
    }
    defer { received.removeFirst(count) }
    return Array(received[..<count])
  }

  /// Takes everything up to and with a text out, waiting for it.
  func take(through text: String) throws -> String {
    let wanted = Array(text.utf8)
    while true {
      if let range = received.firstRange(of: wanted) {
        return String(decoding: try take(range.upperBound), as: UTF8.self)
      }
      guard receive() else {
        throw Failure(what: "no \(text.debugDescription) in \(String(decoding: received, as: UTF8.self))")
      }
    }
  }

  /// Reads until the other side ends and returns everything.
  func takeAll() -> String {
    while receive() {}
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #else
      Glibc.close(descriptor)
    #endif
  }

  /// Ends with a reset.
  func abort() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Sends no more, but goes on reading.
  func closeOutput() {
    shutdown(descriptor, Int32(SHUT_WR))
  }
}
