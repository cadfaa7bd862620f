import CCurl

/// libcurl's handle for one request, as the options and facts we use.
extension UnsafeMutableRawPointer {
  /// Sets what holds for every request.
  func applyCurl(_ settings: TransportSettings) {
    lab_curl_set_long(self, CURLOPT_NOSIGNAL, 1)
    lab_curl_set_long(self, CURLOPT_TCP_NODELAY, 1)
    lab_curl_set_long(self, CURLOPT_FOLLOWLOCATION, 0)
    lab_curl_set_string(self, CURLOPT_PROTOCOLS_STR, "http,https")
    // An empty proxy also keeps the environment's proxy variables out of the measurement.
    lab_curl_set_string(self, CURLOPT_PROXY, "")
    lab_curl_set_long(self, CURLOPT_SSL_SESSIONID_CACHE, 0)
    lab_curl_set_long(self, CURLOPT_HTTP_VERSION, settings.httpVersions.curlVersion)
    if let file = settings.certificateAuthorityFile { lab_curl_set_string(self, CURLOPT_CAINFO, file) }
  }

  /// Sets what belongs to one request.
  ///
  /// - Returns: the header lines, which must live as long as the request.
  func applyCurl(_ request: HTTPRequest) -> UnsafeMutablePointer<curl_slist>? {
    lab_curl_set_string(self, CURLOPT_URL, request.url)
    apply(request.method, body: request.body)
    apply(timeoutsOf: request)
    let lines = headerList(of: request)
    lab_curl_set_list(self, CURLOPT_HTTPHEADER, lines)
    return lines
  }

  private func apply(_ method: String, body: [UInt8]) {
    if method == "HEAD" {
      lab_curl_set_long(self, CURLOPT_NOBODY, 1)
    } else if !body.isEmpty || method == "POST" {
      lab_curl_set_long(self, CURLOPT_POST, 1)
      lab_curl_set_offset(self, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
      // Copied by libcurl, so the array may go.
      body.withUnsafeBytes { bytes in
        if let start = bytes.baseAddress { lab_curl_set_pointer(self, CURLOPT_COPYPOSTFIELDS, start) }
      }
      if body.isEmpty { lab_curl_set_string(self, CURLOPT_COPYPOSTFIELDS, "") }
    }
    lab_curl_set_string(self, CURLOPT_CUSTOMREQUEST, method)
  }

  private func apply(timeoutsOf request: HTTPRequest) {
    lab_curl_set_long(
      self, CURLOPT_CONNECTTIMEOUT_MS, max(1, request.connectTimeout.wholeMillisecondsRoundedUp))
    if let total = request.totalTimeout {
      lab_curl_set_long(self, CURLOPT_TIMEOUT_MS, max(1, total.wholeMillisecondsRoundedUp))
    }
    if let idle = request.idleTimeout {
      lab_curl_set_long(self, CURLOPT_LOW_SPEED_LIMIT, 1)
      lab_curl_set_long(self, CURLOPT_LOW_SPEED_TIME, max(1, (idle.wholeMillisecondsRoundedUp + 999) / 1000))
    }
  }

  /// The caller's lines, and empty ones for those that libcurl would add by itself.
  private func headerList(of request: HTTPRequest) -> UnsafeMutablePointer<curl_slist>? {
    var list: UnsafeMutablePointer<curl_slist>?
    for header in request.headers {
      // A line without value is written with a semicolon; a colon would mean leaving the header out.
      let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
      list = curl_slist_append(list, line)
    }
    for name in ["Expect", "Content-Type", "Accept"] where !request.headers.contains(name: name) {
      list = curl_slist_append(list, "\(name):")
    }
    return list
  }
}

extension TransportSettings.HTTPVersions {
  fileprivate var curlVersion: Int {
    switch self {
    case .onlyHTTP1: Int(CURL_HTTP_VERSION_1_1)
    case .upToHTTP2OverTLS: Int(CURL_HTTP_VERSION_2TLS)
    }
  }
}

extension [HTTPHeader] {
  /// Whether a header of this name is there, whatever its case.
  func contains(name: String) -> Bool {
    let wanted = name.lowercased()
    return contains { $0.name.lowercased() == wanted }
  }
}
