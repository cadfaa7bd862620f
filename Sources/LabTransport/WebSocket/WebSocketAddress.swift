import CCurl
import NIOCore

/// The parts of a WebSocket's address.
struct WebSocketAddress: Hashable {
  var isSecure: Bool
  /// A name or an address, the latter without brackets.
  var host: String
  var port: Int
  /// The path with its query, as it goes into the request line.
  var target: String

  /// Takes an address apart, by libcurl's rules.
  ///
  /// - Throws: `TransportFailure` with the code `invalid_request`. Its message does not repeat the address,
  ///   which may hold a key.
  init(_ url: String) throws(TransportFailure) {
    guard let parts = curl_url() else { throw TransportFailure(.other, "libcurl has no memory left.") }
    defer { curl_url_cleanup(parts) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
    guard curl_url_set(parts, CURLUPART_URL, url, flags) == CURLUE_OK,
      let scheme = parts.text(CURLUPART_SCHEME), let host = parts.text(CURLUPART_HOST)
    else { throw TransportFailure(.invalidRequest, "The address of the WebSocket cannot be read.") }
    guard scheme == "ws" || scheme == "wss" else {
      throw TransportFailure(
        .invalidRequest, "The address of a WebSocket begins with ws:// or wss://, not with \(scheme)://.")
    }
    isSecure = scheme == "wss"
    self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    port = parts.text(CURLUPART_PORT).flatMap { Int($0) } ?? (isSecure ? 443 : 80)
    target = (parts.text(CURLUPART_PATH) ?? "/") + (parts.text(CURLUPART_QUERY).map { "?" + $0 } ?? "")
  }

  /// The socket address when the host is one already, so that nothing has to be looked up.
  var literal: SocketAddress? {
    try? SocketAddress(ipAddress: host, port: port)
  }

  /// The value of the Host header.
  var authority: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
  }
}

extension OpaquePointer {
  /// A part of an address; `nil` when the address has no such part.
  fileprivate func text(_ part: CURLUPart) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(self, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
