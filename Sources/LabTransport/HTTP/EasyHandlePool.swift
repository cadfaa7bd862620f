import CCurl

/// libcurl's handles for single requests, kept for the next request: making one costs more than resetting it.
struct EasyHandlePool {
  private var idle: [UnsafeMutableRawPointer] = []
  private let limit = 64

  /// Returns a handle with all options at their defaults; `nil` when memory has run out.
  mutating func take() -> UnsafeMutableRawPointer? {
    idle.popLast() ?? curl_easy_init()
  }

  /// Takes back a handle that no multi handle holds.
  mutating func giveBack(_ easy: UnsafeMutableRawPointer) {
    guard idle.count < limit else { return curl_easy_cleanup(easy) }
    curl_easy_reset(easy)
    idle.append(easy)
  }

  /// Gives all handles back to libcurl.
  mutating func empty() {
    for easy in idle { curl_easy_cleanup(easy) }
    idle = []
  }
}
