import LabProviders

/// The query of a request to listen, as far as the emulator acts on it.
struct ListenOptions: Sendable {
  var model: String
  var encoding: String?
  var sampleRate: Int?
  var interimResults: Bool
  var vadEvents: Bool
  var punctuates: Bool
  /// The silence that ends an utterance; `nil` when endpointing is off.
  var endpointing: Duration?
  /// The gap after the last word that sends UtteranceEnd; `nil` when it was not asked for.
  var utteranceEnd: Duration?

  init(_ query: QueryString) {
    func isOn(_ name: String) -> Bool { query[name]?.lowercased() == "true" }
    func milliseconds(_ text: String) -> Duration? {
      Double(text).flatMap { $0.isFinite && $0 >= 0 && $0 < 1e7 ? .milliseconds($0) : nil }
    }
    model = query["model"] ?? "base"
    encoding = query["encoding"]
    sampleRate = query["sample_rate"].flatMap { Double($0) }.flatMap { Int(exactly: $0) }
    interimResults = isOn("interim_results")
    vadEvents = isOn("vad_events")
    punctuates = isOn("punctuate") || isOn("smart_format")
    endpointing =
      switch query["endpointing"]?.lowercased() {
      case "false": nil
      case let text?: milliseconds(text) ?? .milliseconds(10)
      case nil: .milliseconds(10)
      }
    utteranceEnd = interimResults ? query["utterance_end_ms"].flatMap(milliseconds) : nil
  }

  /// Why the emulator cannot serve the request.
  var refusal: DeepgramHandshake.Refusal? {
    guard encoding == "linear16" else {
      return .init(
        status: 400, code: "Bad Request", message: "The emulator understands encoding=linear16 only.")
    }
    guard let sampleRate, (8000...48_000).contains(sampleRate) else {
      return .init(
        status: 400, code: "Bad Request",
        message: "sample_rate must be a number from 8000 to 48000 with encoding=linear16.")
    }
    return nil
  }
}
