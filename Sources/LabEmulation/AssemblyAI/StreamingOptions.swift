import LabProviders

/// The query of a streaming session, as far as the emulator acts on it; a part of it can be changed on the
/// way.
///
/// Defaults: AssemblyAI's AsyncAPI document and turn-detection page of 2026-03.
struct StreamingOptions: Sendable {
  var model: String
  var encoding: String
  var sampleRate: Int?
  /// Universal-3 formats always, ends turns by its punctuation, and says when speech starts.
  var isUniversal3: Bool
  var formatsTurns: Bool
  var threshold: Double
  var minimumSilence: Duration
  var maximumSilence: Duration
  /// How long nothing may arrive; `nil` is for ever.
  var inactivity: Duration?
  /// What is wrong with the query, as a phrase; `nil` when it is fine.
  private(set) var problem: String?

  /// - Parameter isKnown: The service has the model.
  init(_ query: QueryString, isKnown: Bool) {
    model = query["speech_model"] ?? ""
    encoding = query["encoding"] ?? "pcm_s16le"
    isUniversal3 = !model.hasPrefix("universal-streaming")
    // Python writes True.
    formatsTurns = query["format_turns"]?.lowercased() == "true" || isUniversal3
    threshold = 0.4
    minimumSilence = .milliseconds(isUniversal3 ? 100 : 400)
    maximumSilence = .milliseconds(isUniversal3 ? 1000 : 1280)
    var problems: [String] = []
    func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
      guard let text = query[name] else { return nil }
      if let value = Double(text), range.contains(value) { return value }
      problems.append("\(name) must be a number from \(range.lowerBound) to \(range.upperBound)")
      return nil
    }
    sampleRate = number("sample_rate", 8000...48_000).flatMap { Int(exactly: $0) } ?? 16_000
    threshold = number("end_of_turn_confidence_threshold", 0...1) ?? threshold
    let former = number("min_end_of_turn_silence_when_confident", 0...1e6)
    minimumSilence =
      (number("min_turn_silence", 0...1e6) ?? former).map { .milliseconds($0) } ?? minimumSilence
    maximumSilence = number("max_turn_silence", 0...1e6).map { .milliseconds($0) } ?? maximumSilence
    inactivity = number("inactivity_timeout", 5...3600).map { .seconds($0) }
    if model.isEmpty {
      problems.append("speech_model is required")
    } else if !isKnown {
      problems.append("speech_model “\(model)” is unknown")
    }
    if encoding != "pcm_s16le" { problems.append("the emulator understands encoding=pcm_s16le only") }
    problem = problems.first
  }

  /// Takes an update of the configuration, from then on. What the emulator does not act on is accepted.
  mutating func update(_ change: StreamingCommand.Configuration) {
    if let value = change.threshold { threshold = value }
    if let value = change.minimumSilence ?? change.formerMinimumSilence {
      minimumSilence = .milliseconds(value)
    }
    if let value = change.maximumSilence { maximumSilence = .milliseconds(value) }
    if let value = change.formatsTurns, !isUniversal3 { formatsTurns = value }
  }
}
