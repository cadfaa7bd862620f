import LabAudio

/// What several detectors scored on one corpus, clean and under conditions.
public struct ScoreReport: Sendable {
  /// One detector.
  public struct Entry: Sendable {
    public let detector: String
    /// Over the recordings as they are, taken together.
    public let clean: DetectionScore
    /// Per recording as it is, in the order of the corpus.
    public let files: [(name: String, score: DetectionScore)]
    /// Per condition, the recordings taken together.
    public let conditions: [(condition: ScoringCondition, score: DetectionScore)]
    /// What it does where nobody speaks.
    public let quiet: QuietFigures

    /// The mean over the conditions that have a value, such as that of `\.f1`.
    public func mean(_ figure: (DetectionScore) -> Double?) -> Double? {
      let values = conditions.compactMap { figure($0.score) }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }

  /// The folder of the corpus.
  public let corpus: String
  /// Probability from which a frame counts as speech, the same for all detectors.
  public let threshold: Float
  public let seed: UInt64
  /// In the order in which they were asked for.
  public let entries: [Entry]

  /// Scores detectors.
  ///
  /// - Parameters:
  ///   - conditions: May be empty; those that need other talkers are left out of a corpus that has none.
  ///   - quietSeconds: How long each of the sounds without speech is.
  ///   - progress: Called with a line for the person who waits.
  /// - Throws: what a detector throws that is not there or fails.
  public init(
    corpus: String, recordings: [LabelledRecording], backends: [DetectorBackend],
    conditions: [ScoringCondition], threshold: Float, seed: UInt64, quietSeconds: Int = 20,
    progress: (String) -> Void = { _ in }
  ) throws {
    self.corpus = corpus
    self.threshold = threshold
    self.seed = seed
    let mixer = NoiseMixer(recordings: recordings, seed: seed)
    func score(_ pairs: [(recording: LabelledRecording, track: DetectorTrack)]) -> DetectionScore {
      DetectionScore(pairs, threshold: threshold)
    }
    var clean: [[(recording: LabelledRecording, track: DetectorTrack)]] = []
    for backend in backends {
      progress("\(backend.name): \(recordings.count) recordings as they are")
      clean.append(try recordings.map { ($0, try backend.track(of: $0)) })
    }
    var results: [[(condition: ScoringCondition, score: DetectionScore)]] = backends.map { _ in [] }
    // One condition at a time, so that the mixture is made once for all detectors.
    for condition in conditions {
      progress("\(condition)")
      let mixed = recordings.indices.compactMap { mixer.recording(at: $0, under: condition) }
      guard mixed.count == recordings.count else { continue }
      for (index, backend) in backends.enumerated() {
        let pairs =
          condition == .clean ? clean[index] : try mixed.map { ($0, try backend.track(of: $0)) }
        results[index].append((condition, score(pairs)))
      }
    }
    var entries: [Entry] = []
    for (index, backend) in backends.enumerated() {
      progress("\(backend.name): sounds without speech")
      entries.append(
        Entry(
          detector: backend.name, clean: score(clean[index]),
          files: clean[index].map { ($0.recording.name, score([$0])) }, conditions: results[index],
          quiet: try QuietFigures(of: backend, threshold: threshold, seed: seed, seconds: quietSeconds)))
    }
    self.entries = entries
  }
}
