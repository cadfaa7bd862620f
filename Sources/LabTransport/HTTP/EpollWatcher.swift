#if os(Linux)
  import CPlatform
  import Glibc

  /// Watches sockets by epoll: a wait costs what is ready, not what is watched.
  final class EpollWatcher: SocketWatcher {
    private let poller: Int32
    private var watched: Set<Int32> = []
    private let buffer = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 256)

    /// - Throws: `TransportFailure` when the process may open no more files.
    init() throws {
      poller = epoll_create1(Int32(EPOLL_CLOEXEC))
      guard poller >= 0 else {
        buffer.deallocate()
        throw TransportFailure(.other, "The system has no file descriptor left for another transport.")
      }
    }

    deinit {
      close(poller)
      buffer.deallocate()
    }

    func watch(_ socket: Int32, for interest: SocketReadiness) {
      var event = epoll_event()
      event.data.fd = socket
      if interest.contains(.reading) { event.events |= EPOLLIN.rawValue }
      if interest.contains(.writing) { event.events |= EPOLLOUT.rawValue }
      if interest.isEmpty {
        // A socket that is closed already has left epoll by itself; that error is none.
        epoll_ctl(poller, EPOLL_CTL_DEL, socket, &event)
        watched.remove(socket)
      } else if !watched.insert(socket).inserted, epoll_ctl(poller, EPOLL_CTL_MOD, socket, &event) == 0 {
        return
      } else if epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event) != 0, errno == EEXIST {
        epoll_ctl(poller, EPOLL_CTL_MOD, socket, &event)
      }
    }

    func wait(milliseconds: Int32, ready: inout [(socket: Int32, readiness: SocketReadiness)]) {
      ready.removeAll(keepingCapacity: true)
      let count = epoll_wait(poller, buffer.baseAddress, Int32(buffer.count), milliseconds)
      guard count > 0 else { return }
      for event in buffer[0..<Int(count)] {
        ready.append((event.data.fd, SocketReadiness(epoll: event.events)))
      }
    }
  }

  extension SocketReadiness {
    fileprivate init(epoll events: UInt32) {
      self = []
      if events & EPOLLIN.rawValue != 0 { insert(.reading) }
      if events & EPOLLOUT.rawValue != 0 { insert(.writing) }
      if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { insert(.broken) }
    }
  }
#endif
