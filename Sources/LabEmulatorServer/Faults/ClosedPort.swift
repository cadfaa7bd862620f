#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A port of 127.0.0.1 that is taken and that nothing listens on: whoever connects is refused by the system.
final class ClosedPort: Sendable {
  let port: Int
  private let descriptor: Int32

  /// - Throws: `EmulatorServerError` when the system has no port to give.
  init() throws(EmulatorServerError) {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, size) == 0 && getsockname(descriptor, generic, &size) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard descriptor >= 0, isBound else {
      throw EmulatorServerError(
        .cannotListen, "The system gives no port that could refuse connections.",
        hint: "Close programs that hold many sockets, and try again.")
    }
  }

  deinit { close(descriptor) }
}
