#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How many files and sockets the system lets this process have open at once.
public enum OpenFileLimit {
  /// Sockets that a conversation may hold at once on one side.
  public static let perConversation = 6

  /// Raises the limit as far as the system allows, when it is below what is needed.
  ///
  /// - Returns: What is wrong with the limit, for people, when it stays below what is needed.
  public static func raise(to needed: Int) -> String? {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(needed) else { return nil }
    limit.rlim_cur = limit.rlim_max
    guard setrlimit(resource, &limit) == 0, limit.rlim_max >= rlim_t(needed) else {
      return
        "The system lets this process have \(limit.rlim_max) files open, and as many conversations at once as the "
        + "plan allows may need \(needed); some will then fail to connect. Raise the hard limit (ulimit -Hn), or lower "
        + "the plan’s concurrency."
    }
    return nil
  }
}
