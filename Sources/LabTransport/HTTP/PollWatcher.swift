#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Watches sockets by `poll`, which every system has: a wait costs what is watched.
final class PollWatcher: SocketWatcher {
  private var descriptors: [pollfd] = []
  private var positions: [Int32: Int] = [:]

  func watch(_ socket: Int32, for interest: SocketReadiness) {
    if interest.isEmpty {
      forget(socket)
    } else if let position = positions[socket] {
      descriptors[position].events = interest.pollEvents
    } else {
      positions[socket] = descriptors.count
      descriptors.append(pollfd(fd: socket, events: interest.pollEvents, revents: 0))
    }
  }

  func wait(milliseconds: Int32, ready: inout [(socket: Int32, readiness: SocketReadiness)]) {
    ready.removeAll(keepingCapacity: true)
    guard poll(&descriptors, nfds_t(descriptors.count), milliseconds) > 0 else { return }
    for descriptor in descriptors where descriptor.revents != 0 {
      ready.append((descriptor.fd, SocketReadiness(poll: descriptor.revents)))
    }
  }

  private func forget(_ socket: Int32) {
    guard let position = positions.removeValue(forKey: socket) else { return }
    let last = descriptors.removeLast()
    if position < descriptors.count {
      descriptors[position] = last
      positions[last.fd] = position
    }
  }
}

extension SocketReadiness {
  fileprivate var pollEvents: Int16 {
    Int16(contains(.reading) ? POLLIN : 0) | Int16(contains(.writing) ? POLLOUT : 0)
  }

  fileprivate init(poll events: Int16) {
    self = []
    if Int32(events) & Int32(POLLIN) != 0 { insert(.reading) }
    if Int32(events) & Int32(POLLOUT) != 0 { insert(.writing) }
    if Int32(events) & Int32(POLLERR | POLLHUP | POLLNVAL) != 0 { insert(.broken) }
  }
}
