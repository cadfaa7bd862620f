import CCurl

/// One exchange in flight: libcurl's handle, and what its callbacks have seen so far.
final class HTTPTransfer {
  let id: TransportID
  let easy: UnsafeMutableRawPointer
  private let headByteLimit: Int
  private let sink: any TransportSink
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headerLines: UnsafeMutablePointer<curl_slist>?

  private var timings: ConnectionTimings
  private var status = 0
  private var headers: [HTTPHeader] = []
  private var headByteCount = 0
  private var isOpened = false
  /// Why this side broke the exchange off, when it did.
  private var ownFailure: TransportFailure?

  init(
    id: TransportID, easy: UnsafeMutableRawPointer, started: MonotonicInstant, headByteLimit: Int,
    sink: any TransportSink
  ) {
    self.id = id
    self.easy = easy
    self.headByteLimit = headByteLimit
    self.sink = sink
    timings = ConnectionTimings(started: started)
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_slist_free_all(headerLines)
    errorText.deallocate()
  }

  /// The exchange that a handle of libcurl's belongs to.
  static func of(_ easy: UnsafeMutableRawPointer) -> HTTPTransfer? {
    var context: UnsafeMutableRawPointer?
    lab_curl_get_private(easy, &context)
    return context.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Tells libcurl everything about the request.
  func configure(_ request: HTTPRequest, _ settings: TransportSettings) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    lab_curl_set_pointer(easy, CURLOPT_PRIVATE, context)
    lab_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
    lab_curl_on_body(easy, bodyArrived, context)
    lab_curl_on_header(easy, headerArrived, context)
    // The only way to learn when the request was written: the bytes that go out are shown to this callback.
    lab_curl_on_debug(easy, bytesMoved, context)
    lab_curl_set_long(easy, CURLOPT_VERBOSE, 1)
    easy.applyCurl(settings)
    headerLines = easy.applyCurl(request)
  }

  // MARK: What arrives

  /// Stamps and hands on a piece of the body. Returns whether the exchange goes on.
  fileprivate func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    deliver(.body([UInt8](bytes)), at: MonotonicClock.now())
    return true
  }

  /// Takes one line of the head. Returns whether the exchange goes on.
  fileprivate func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Lines that follow the body are trailers, which say nothing about timing.
    if isOpened { return true }
    let now = MonotonicClock.now()
    headByteCount += bytes.count
    guard headByteCount <= headByteLimit else {
      ownFailure = TransportFailure(
        .headTooLarge, "The head of the answer is larger than \(headByteLimit) bytes.")
      return false
    }
    let line = HeaderLine(bytes)
    switch line {
    case .status(let status):
      if timings.responseBegan == nil { responseBegan(at: now) }
      self.status = status
      headers.removeAll()
    case .field(let header): headers.append(header)
    case .end where status >= 200:
      isOpened = true
      easy.readTimings(into: &timings)
      deliver(.opened(status: status, headers: headers, timings: timings), at: now)
    case .end, .other: break
    }
    return true
  }

  private func responseBegan(at now: MonotonicInstant) {
    timings.responseBegan = now
    // From here on libcurl's commentary would only cost time.
    lab_curl_set_long(easy, CURLOPT_VERBOSE, 0)
  }

  fileprivate func requestBytesSent() {
    if timings.responseBegan == nil { timings.requestSent = MonotonicClock.now() }
  }

  /// Returns the last event of the exchange.
  func ended(_ result: CURLcode) -> TransportEvent {
    let now = MonotonicClock.now()
    easy.readTimings(into: &timings)
    if result == CURLE_OK {
      return TransportEvent(connection: id, at: now, kind: .bodyEnded(timings: timings))
    }
    let failure = ownFailure ?? easy.failure(result, text: String(cString: errorText))
    return TransportEvent(connection: id, at: now, kind: .failed(failure))
  }

  private func deliver(_ kind: TransportEvent.Kind, at instant: MonotonicInstant) {
    sink.deliver(TransportEvent(connection: id, at: instant, kind: kind))
  }
}

private let bodyArrived: curl_write_callback = { bytes, size, count, context in
  guard let bytes, let context else { return 0 }
  let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let headerArrived: curl_write_callback = { bytes, size, count, context in
  guard let bytes, let context else { return 0 }
  let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let bytesMoved: curl_debug_callback = { _, kind, _, _, context in
  if let context, kind == CURLINFO_HEADER_OUT || kind == CURLINFO_DATA_OUT {
    Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue().requestBytesSent()
  }
  return 0
}
