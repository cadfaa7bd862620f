import LabProviders

/// The query of a request to Flux, as far as the emulator acts on it.
///
/// Ranges and defaults: developers.deepgram.com/docs/flux/configuration.
struct FluxOptions: Sendable {
  var model: String
  var encoding: String?
  var sampleRate: Int?
  var keyterms: [String]
  var thresholds: FluxThresholds
  private var badNumbers: [String] = []

  init(_ query: QueryString) {
    model = query["model"] ?? ""
    encoding = query["encoding"]
    sampleRate = query["sample_rate"].flatMap { Double($0) }.flatMap { Int(exactly: $0) }
    keyterms = query.items.filter { $0.name == "keyterm" }.map(\.value)
    var unread: [String] = []
    func number(_ name: String) -> Double? {
      guard let text = query[name] else { return nil }
      let value = Double(text).flatMap { $0.isFinite ? $0 : nil }
      if value == nil { unread.append(name) }
      return value
    }
    thresholds = FluxThresholds()
    thresholds.endOfTurn = number("eot_threshold") ?? thresholds.endOfTurn
    thresholds.eager = number("eager_eot_threshold")
    thresholds.timeoutMilliseconds = number("eot_timeout_ms") ?? thresholds.timeoutMilliseconds
    badNumbers = unread
  }

  /// Why the request is refused; `nil` when it is fine.
  ///
  /// - Parameter isKnown: The service has the model.
  func refusal(isKnown: Bool) -> DeepgramHandshake.Refusal? {
    func bad(_ message: String) -> DeepgramHandshake.Refusal {
      .init(status: 400, code: "Bad Request", message: message)
    }
    guard isKnown else { return bad("No such model: \(model).") }
    guard encoding == "linear16" else { return bad("The emulator understands encoding=linear16 only.") }
    guard let sampleRate, (8000...48_000).contains(sampleRate) else {
      return bad("sample_rate must be a number from 8000 to 48000 with encoding=linear16.")
    }
    if let name = badNumbers.first { return bad("\(name) must be a number.") }
    return thresholds.problem.map(bad)
  }
}

/// How sure Flux has to be to end a turn.
struct FluxThresholds: Hashable, Sendable {
  /// At 1 the model never ends a turn.
  var endOfTurn = 0.7
  /// `nil` turns eager ends of turn off.
  var eager: Double?
  var timeoutMilliseconds = 5000.0

  /// What is wrong with them, as a sentence; `nil` when they are fine.
  var problem: String? {
    if !(0.5...1).contains(endOfTurn) { return "eot_threshold must be from 0.5 to 1.0." }
    if !(500...60_000).contains(timeoutMilliseconds) { return "eot_timeout_ms must be from 500 to 60000." }
    guard let eager else { return nil }
    if !(0.3...0.9).contains(eager) { return "eager_eot_threshold must be from 0.3 to 0.9." }
    return eager > endOfTurn ? "eager_eot_threshold must not be above eot_threshold." : nil
  }
}
