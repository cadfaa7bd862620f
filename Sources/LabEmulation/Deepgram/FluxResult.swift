import LabProviders

/// The messages of Deepgram's listen v2, as text, numbered as they are written.
struct FluxResult: Sendable {
  let requestID: String
  let sampleRate: Int
  private var sequence = 0

  init(requestID: String, sampleRate: Int) {
    self.requestID = requestID
    self.sampleRate = sampleRate
  }

  enum Event: String {
    case update = "Update"
    case startOfTurn = "StartOfTurn"
    case eagerEndOfTurn = "EagerEndOfTurn"
    case turnResumed = "TurnResumed"
    case endOfTurn = "EndOfTurn"
  }

  enum Trigger: String { case model, manual, timeout }

  mutating func connected() -> String { "{\"type\":\"Connected\",\(head())}" }

  /// - Parameters:
  ///   - window: The samples since the turn began.
  ///   - trigger: What ended the turn; on an end of turn only.
  mutating func turn(
    _ event: Event, index: Int, words: [HeardWord], window: Range<Int>, confidence: Double,
    trigger: Trigger? = nil
  ) -> String {
    let texts = words.map { word in
      "{\"word\":\(JSONText.quoted(word.text)),\"confidence\":0.99,\"start\":\(seconds(word.start)),"
        + "\"end\":\(seconds(word.end))}"
    }
    let cause = trigger.map { ",\"trigger\":\"\($0.rawValue)\"" } ?? ""
    let transcript = words.map(\.text).joined(separator: " ")
    return "{\"type\":\"TurnInfo\",\(head()),\"event\":\"\(event.rawValue)\",\"turn_index\":\(index),"
      + "\"audio_window_start\":\(seconds(window.lowerBound)),\"audio_window_end\":\(seconds(window.upperBound)),"
      + "\"transcript\":\(JSONText.quoted(transcript)),\"words\":[\(texts.joined(separator: ","))],"
      + "\"end_of_turn_confidence\":\(Double(Int(confidence * 10_000)) / 10_000)\(cause)}"
  }

  mutating func configured(_ thresholds: FluxThresholds, keyterms: [String]) -> String {
    let eager = thresholds.eager.map { "\"eager_eot_threshold\":\($0)," } ?? ""
    return "{\"type\":\"ConfigureSuccess\",\(head()),\"thresholds\":{\(eager)"
      + "\"eot_threshold\":\(thresholds.endOfTurn),\"eot_timeout_ms\":\(Int(thresholds.timeoutMilliseconds))},"
      + "\"keyterms\":[\(keyterms.map(JSONText.quoted).joined(separator: ","))]}"
  }

  /// The code is ours: the documentation names none.
  mutating func notConfigured(_ problem: String) -> String {
    "{\"type\":\"ConfigureFailure\",\(head()),\"code\":\"CONFIGURE_INVALID\","
      + "\"description\":\(JSONText.quoted(problem))}"
  }

  mutating func error(code: String, description: String) -> String {
    "{\"type\":\"Error\",\(head()),\"code\":\"\(code)\",\"description\":\(JSONText.quoted(description))}"
  }

  private mutating func head() -> String {
    defer { sequence += 1 }
    return "\"request_id\":\"\(requestID)\",\"sequence_id\":\(sequence)"
  }

  private func seconds(_ samples: Int) -> String { "\(Double(samples) / Double(sampleRate))" }
}
