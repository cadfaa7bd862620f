/// Waits until one of many sockets has something to read or room to write.
protocol SocketWatcher: AnyObject {
  /// Watches a socket, or changes what for. Watching for nothing forgets it.
  func watch(_ socket: Int32, for interest: SocketReadiness)

  /// Waits, and appends every socket that is ready to `ready`, which is emptied first.
  ///
  /// - Parameter milliseconds: how long to wait at most; -1 for as long as it takes.
  func wait(milliseconds: Int32, ready: inout [(socket: Int32, readiness: SocketReadiness)])
}

/// What a socket is watched for, or ready for.
struct SocketReadiness: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let reading = SocketReadiness(rawValue: 1)
  static let writing = SocketReadiness(rawValue: 2)
  static let broken = SocketReadiness(rawValue: 4)
}
