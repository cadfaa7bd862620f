/// Where a service answers: its host and the path that its routes begin with.
public struct ServiceAddress: Hashable, Sendable {
  public var endpoint: Endpoint
  /// Empty, or beginning with a slash and not ending with one, e.g. `/v1`.
  public var basePath: String

  public init(endpoint: Endpoint, basePath: String) {
    self.endpoint = endpoint
    self.basePath = basePath
  }

  /// Reads a base URL such as `http://127.0.0.1:8080/v1`; `ws` and `wss` are taken as well.
  ///
  /// - Throws: `ProviderError` with code `invalid_address` when it is not such a URL. A missing port is not
  ///   an error.
  public init(url: String) throws(ProviderError) {
    let parts = url.split(separator: "://", maxSplits: 1)
    guard parts.count == 2, let isSecure = Self.security[parts[0].lowercased()] else {
      throw Self.invalid(url, "it must begin with http://, https://, ws:// or wss://")
    }
    let authority = parts[1].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let path = parts[1].dropFirst(authority.count)
    guard !path.contains("?"), !path.contains("#"), !authority.contains("@") else {
      throw Self.invalid(url, "it must be a host and a path only")
    }
    endpoint = try Self.endpoint(String(authority), isSecure: isSecure, url: url)
    let trimmed = path.split(separator: "/").joined(separator: "/")
    basePath = trimmed.isEmpty ? "" : "/" + trimmed
  }

  private static let security = ["http": false, "ws": false, "https": true, "wss": true]

  private static func endpoint(
    _ authority: String, isSecure: Bool, url: String
  ) throws(ProviderError) -> Endpoint {
    // A colon inside the brackets of an IPv6 address does not begin a port.
    let tail = authority.suffix(from: authority.lastIndex(of: "]") ?? authority.startIndex)
    guard let colon = tail.lastIndex(of: ":") else {
      guard !authority.isEmpty else { throw invalid(url, "the host is missing") }
      return Endpoint(isSecure: isSecure, host: authority, port: isSecure ? 443 : 80)
    }
    let host = String(authority[..<colon])
    guard !host.isEmpty, let port = Int(authority[authority.index(after: colon)...]),
      (1...65535).contains(port)
    else { throw invalid(url, "the host or the port is wrong") }
    return Endpoint(isSecure: isSecure, host: host, port: port)
  }

  private static func invalid(_ url: String, _ reason: String) -> ProviderError {
    ProviderError(
      code: .invalidAddress, message: "“\(url)” is not the base address of a service: \(reason).",
      hint: "Write something like http://127.0.0.1:8080/v1.")
  }
}

extension ServiceAddress {
  /// A WebSocket below the base path.
  ///
  /// - Parameter path: What stands behind the base path, beginning with a slash.
  func webSocket(_ path: String, query: QueryString? = nil, headers: [HeaderField]) -> ConnectionRequest {
    ConnectionRequest(
      transport: .webSocket, endpoint: endpoint, target: target(path, query), headers: headers)
  }

  /// An HTTP exchange below the base path that sends a body.
  ///
  /// - Parameter path: What stands behind the base path, beginning with a slash.
  func post(
    _ path: String, query: QueryString? = nil, headers: [HeaderField], body: [UInt8]
  ) -> ConnectionRequest {
    ConnectionRequest(
      transport: .http(method: "POST"), endpoint: endpoint, target: target(path, query), headers: headers,
      body: body)
  }

  private func target(_ path: String, _ query: QueryString?) -> String {
    basePath + path + (query.map { "?" + $0.encoded } ?? "")
  }
}
