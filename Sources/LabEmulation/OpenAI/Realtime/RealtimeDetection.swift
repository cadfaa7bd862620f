import LabProviders

/// When a Realtime session takes the speaker's turn for ended, and what it does then.
enum RealtimeDetection: Hashable, Sendable {
  /// Never: the client commits.
  case off
  case server(Server)
  case semantic(Semantic)

  /// By silence.
  struct Server: Hashable, Sendable {
    var threshold = 0.5
    var prefixPadding = 300
    var silence = 500
    var createsResponse = true
    var interruptsResponse = true
  }

  /// By whether the speaker seems to have finished.
  struct Semantic: Hashable, Sendable {
    var eagerness = "auto"
    var createsResponse = true
    var interruptsResponse = true

    /// The longest wait for somebody who does not seem to have finished, in milliseconds.
    var longestWait: Int {
      switch eagerness {
      case "low": 8000
      case "high": 2000
      default: 4000
      }
    }
  }

  var createsResponse: Bool {
    switch self {
    case .off: false
    case .server(let server): server.createsResponse
    case .semantic(let semantic): semantic.createsResponse
    }
  }

  var interruptsResponse: Bool {
    switch self {
    case .off: false
    case .server(let server): server.interruptsResponse
    case .semantic(let semantic): semantic.interruptsResponse
    }
  }

  /// The sound in front of the speech that belongs to it, in milliseconds.
  var prefixPadding: Int {
    if case .server(let server) = self { server.prefixPadding } else { 300 }
  }

  /// Reads the object of a session.
  ///
  /// - Throws: `RealtimeProblem` when a field has a value that the service does not take.
  init(_ tree: JSONTree) throws(RealtimeProblem) {
    let place = "session.audio.input.turn_detection"
    guard tree != .null else {
      self = .off
      return
    }
    func integer(_ name: String, _ range: ClosedRange<Int>, _ standard: Int) throws(RealtimeProblem) -> Int {
      guard let value = tree[name], value != .null else { return standard }
      guard let number = value.number, let whole = Int(exactly: number.rounded()), range.contains(whole)
      else {
        throw .invalidValue(
          "\(place).\(name)", "a whole number from \(range.lowerBound) to \(range.upperBound)")
      }
      return whole
    }
    let creates = tree["create_response"]?.bool ?? true
    let interrupts = tree["interrupt_response"]?.bool ?? true
    switch tree["type"]?.string {
    case "server_vad":
      let threshold = tree["threshold"]?.number ?? 0.5
      guard (0...1).contains(threshold) else {
        throw .invalidValue("\(place).threshold", "a number from 0 to 1")
      }
      guard [nil, .null].contains(tree["idle_timeout_ms"]) else {
        throw .invalidValue("\(place).idle_timeout_ms", "null, for the emulator never prompts by itself")
      }
      self = .server(
        Server(
          threshold: threshold, prefixPadding: try integer("prefix_padding_ms", 0...10_000, 300),
          silence: try integer("silence_duration_ms", 10...10_000, 500), createsResponse: creates,
          interruptsResponse: interrupts))
    case "semantic_vad":
      let eagerness = tree["eagerness"]?.string ?? "auto"
      guard ["auto", "low", "medium", "high"].contains(eagerness) else {
        throw .invalidValue("\(place).eagerness", "auto, low, medium or high")
      }
      self = .semantic(
        Semantic(eagerness: eagerness, createsResponse: creates, interruptsResponse: interrupts))
    default: throw .invalidValue("\(place).type", "server_vad or semantic_vad")
    }
  }

  /// The object of a session; one for transcription has no responses to speak of.
  func json(isTranscription: Bool) -> String {
    func rest(_ creates: Bool, _ interrupts: Bool) -> String {
      isTranscription ? "}" : #","create_response":\#(creates),"interrupt_response":\#(interrupts)}"#
    }
    switch self {
    case .off: return "null"
    case .server(let server):
      let idle = isTranscription ? "" : #","idle_timeout_ms":null"#
      return #"{"type":"server_vad","threshold":\#(JSONTree.number(server.threshold).text),"#
        + #""prefix_padding_ms":\#(server.prefixPadding),"silence_duration_ms":\#(server.silence)\#(idle)"#
        + rest(server.createsResponse, server.interruptsResponse)
    case .semantic(let semantic):
      return #"{"type":"semantic_vad","eagerness":\#(JSONText.quoted(semantic.eagerness))"#
        + rest(semantic.createsResponse, semantic.interruptsResponse)
    }
  }
}

/// What the service says to a client's event that makes no sense.
struct RealtimeProblem: Error, Hashable {
  var code: String
  var message: String
  var param: String?

  static func invalidValue(_ param: String, _ allowed: String) -> RealtimeProblem {
    RealtimeProblem(
      code: "invalid_value", message: "Invalid value for '\(param)': it must be \(allowed).", param: param)
  }

  static func missing(_ param: String) -> RealtimeProblem {
    RealtimeProblem(
      code: "missing_required_parameter", message: "Missing required parameter: '\(param)'.", param: param)
  }
}
