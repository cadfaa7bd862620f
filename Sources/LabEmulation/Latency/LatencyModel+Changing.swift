public import LabTimeline

extension LatencyModel {
  /// The model with every draw changed.
  ///
  /// A share scales the model's own parameters where it can, as one would write it in a plan; everything else
  /// changes what is drawn. Either way the draws after it stay what they were, so that nothing else changes.
  public func changed(by change: LatencyChange) -> LatencyModel {
    guard case .times(let factor) = change else { return .changed(self, change) }
    func scaled(_ duration: Duration) -> Duration { Self.whole(duration.inNanoseconds * factor) }
    switch self {
    case .fixed(let duration): return .fixed(scaled(duration))
    case .uniform(let low, let high): return .uniform(min: scaled(low), max: scaled(high))
    case .normal(let mean, let deviation):
      return .normal(mean: scaled(mean), standardDeviation: scaled(deviation))
    case .lognormal(let median, let sigma): return .lognormal(median: scaled(median), sigma: sigma)
    case .gamma(let shape, let mean): return .gamma(shape: shape, mean: scaled(mean))
    case .empirical(let values): return .empirical(values.map(scaled))
    case .mixture(let shares):
      return .mixture(shares.map { Share(weight: $0.weight, model: $0.model.changed(by: change)) })
    case .changed: return .changed(self, change)
    }
  }
}

extension EmulationProfiles {
  /// Changes a stage of every service that has it.
  public mutating func change(_ stage: TurnStage, by change: LatencyChange) {
    switch stage {
    case .firstPartial: Self.change(&speechToText, \.interim, by: change)
    case .finalize, .transcript: Self.change(&speechToText, \.final, by: change)
    case .endOfTurn: Self.change(&speechToText, \.endOfTurn, by: change)
    case .firstToken: Self.change(&languageModels, \.firstToken, by: change)
    case .tokenInterval: Self.change(&languageModels, \.tokenInterval, by: change)
    case .firstAudio: Self.change(&textToSpeech, \.firstAudio, by: change)
    case .leadingSilence:
      Self.change(&textToSpeech, \.leadingSilence, by: change)
      Self.change(&speechToSpeech, \.leadingSilence, by: change)
    case .reply: Self.change(&speechToSpeech, \.firstAudio, by: change)
    }
  }

  private static func change<Profile>(
    _ profiles: inout [String: Profile], _ field: WritableKeyPath<Profile, LatencyModel>,
    by change: LatencyChange
  ) {
    for provider in profiles.keys {
      guard let model = profiles[provider]?[keyPath: field] else { continue }
      profiles[provider]?[keyPath: field] = model.changed(by: change)
    }
  }
}
