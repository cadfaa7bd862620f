import NIOCore
import NIOPosix
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Looks a host's name up off the event loop, and says when the answer was there.
final class TimedResolver: Resolver, Sendable {
  private let loop: any EventLoop
  private let whenAnswered: @Sendable (MonotonicInstant) -> Void
  /// The one lookup: NIO asks for both kinds of address, and the system finds both at once.
  private let lookup = Mutex<EventLoopFuture<[SocketAddress]>?>(nil)

  /// - Parameter whenAnswered: called once on the event loop, with the instant at which the lookup returned.
  init(loop: any EventLoop, whenAnswered: @escaping @Sendable (MonotonicInstant) -> Void) {
    self.loop = loop
    self.whenAnswered = whenAnswered
  }

  func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    addresses(of: host, port).map { $0.filter { $0.protocol == .inet6 } }
  }

  func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
    addresses(of: host, port).map { $0.filter { $0.protocol == .inet } }
  }

  private func addresses(of host: String, _ port: Int) -> EventLoopFuture<[SocketAddress]> {
    lookup.withLock { lookup in
      if let lookup { return lookup }
      let answer = NIOSingletons.posixBlockingThreadPool.runIfActive(eventLoop: loop) {
        (try lookUp(host, port), MonotonicClock.now())
      }
      let addresses = answer.map { [whenAnswered] addresses, instant in
        whenAnswered(instant)
        return addresses
      }
      lookup = addresses
      return addresses
    }
  }

  func cancelQueries() {}
}

/// Asks the system for the addresses of a host, in the order in which to try them.
private func lookUp(_ host: String, _ port: Int) throws -> [SocketAddress] {
  var hints = addrinfo()
  #if canImport(Darwin)
    hints.ai_socktype = SOCK_STREAM
  #else
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
  #endif
  var list: UnsafeMutablePointer<addrinfo>?
  let status = getaddrinfo(host, String(port), &hints, &list)
  guard status == 0 else {
    throw TransportFailure(
      .nameNotResolved, "The host \(host) was not found: \(String(cString: gai_strerror(status))).")
  }
  defer { freeaddrinfo(list) }
  var addresses: [SocketAddress] = []
  var next = list
  while let entry = next?.pointee {
    if let address = entry.ai_addr {
      let raw = UnsafeRawPointer(address)
      switch entry.ai_family {
      case AF_INET: addresses.append(SocketAddress(raw.loadUnaligned(as: sockaddr_in.self), host: host))
      case AF_INET6: addresses.append(SocketAddress(raw.loadUnaligned(as: sockaddr_in6.self), host: host))
      default: break
      }
    }
    next = entry.ai_next
  }
  return addresses
}
