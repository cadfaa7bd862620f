import CCurl

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What libcurl knows about a request that has begun.
extension UnsafeMutableRawPointer {
  /// Fills in how the connection was made.
  func readTimings(into timings: inout ConnectionTimings) {
    timings.httpVersion = httpVersion
    timings.isReused = longFact(CURLINFO_NUM_CONNECTS) == 0
    guard !timings.isReused else { return }
    let lookup = timeFact(CURLINFO_NAMELOOKUP_TIME_T)
    let connect = timeFact(CURLINFO_CONNECT_TIME_T)
    let tls = timeFact(CURLINFO_APPCONNECT_TIME_T)
    timings.nameLookup = lookup.map { .microseconds($0) }
    if let connect, let lookup { timings.connect = .microseconds(connect - lookup) }
    if let tls, let connect { timings.tls = .microseconds(tls - connect) }
  }

  /// Says why a request failed.
  ///
  /// - Parameters:
  ///   - result: libcurl's verdict.
  ///   - text: libcurl's sentence about it; may be empty.
  func failure(_ result: CURLcode, text: String) -> TransportFailure {
    let sentence = text.isEmpty ? String(cString: curl_easy_strerror(result)) : text
    return TransportFailure(failureCode(result), sentence)
  }

  private func failureCode(_ result: CURLcode) -> TransportFailure.Code {
    switch result {
    case CURLE_URL_MALFORMAT: .invalidRequest
    // Either the address is not HTTP, or the answer is not, which shows only after the request was sent.
    case CURLE_UNSUPPORTED_PROTOCOL: hasReachedTransfer ? .protocolViolation : .invalidRequest
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotResolved
    case CURLE_COULDNT_CONNECT: longFact(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED) ? .refused : .unreachable
    case CURLE_OPERATION_TIMEDOUT: hasReachedTransfer ? .timedOut : .connectTimedOut
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      .tls
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: .reset
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING: .truncated
    case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_BAD_CONTENT_ENCODING:
      .protocolViolation
    default: .other
    }
  }

  private var httpVersion: String? {
    switch longFact(CURLINFO_HTTP_VERSION) {
    case Int(CURL_HTTP_VERSION_1_0): "1.0"
    case Int(CURL_HTTP_VERSION_1_1): "1.1"
    case Int(CURL_HTTP_VERSION_2_0): "2"
    case Int(CURL_HTTP_VERSION_3): "3"
    default: nil
    }
  }

  /// Whether the connection was set up, TLS included.
  private var hasReachedTransfer: Bool { timeFact(CURLINFO_PRETRANSFER_TIME_T) != nil }

  private func longFact(_ info: CURLINFO) -> Int {
    var value = 0
    lab_curl_get_long(self, info, &value)
    return value
  }

  /// A point in time since the start, in microseconds; `nil` when it was not reached.
  private func timeFact(_ info: CURLINFO) -> Int64? {
    var value: curl_off_t = 0
    lab_curl_get_offset(self, info, &value)
    return value > 0 ? Int64(value) : nil
  }
}
