import LabStatistics
public import LabTimeline

/// How all emulated services of a run behave in time, by provider.
public struct EmulationProfiles: Hashable, Sendable {
  public var speechToText: [String: SpeechToTextProfile]
  public var languageModels: [String: LanguageModelProfile]
  public var textToSpeech: [String: TextToSpeechProfile]
  public var speechToSpeech: [String: SpeechToSpeechProfile]
  /// Emulated servers of the user's own, by provider.
  public var servers: [String: EmulatedServer] = [:]
  /// What goes wrong with them.
  public var faults = FaultPlan.none
  /// How they slow down as time goes on; `nil` when they do not.
  public var drift: ServiceDrift?
  /// How many calls some of them serve at once, by provider; of meaning in loopback alone, because
  /// conversations in virtual time do not meet.
  public var capacities: [String: ServiceCapacity] = [:]

  /// The shipped profiles, each with the source of its figures. Handshakes, token intervals, leading silence
  /// and delivery are our assumptions. No figure stands for a service of today: measure it.
  public static let shipped = EmulatedVendor.all.reduce(into: EmulationProfiles()) { $0.add($1.profiles) }

  public init(
    speechToText: [String: SpeechToTextProfile] = [:], languageModels: [String: LanguageModelProfile] = [:],
    textToSpeech: [String: TextToSpeechProfile] = [:],
    speechToSpeech: [String: SpeechToSpeechProfile] = [:]
  ) {
    self.speechToText = speechToText
    self.languageModels = languageModels
    self.textToSpeech = textToSpeech
    self.speechToSpeech = speechToSpeech
  }

  /// The providers that have a profile, sorted.
  public var names: [String] {
    (Array(speechToText.keys) + Array(languageModels.keys) + Array(textToSpeech.keys)
      + Array(speechToSpeech.keys)).sorted()
  }

  /// What a provider does in the pipeline; `nil` when it has no profile.
  public func stage(of provider: String) -> Stage? {
    if speechToText[provider] != nil { return .stt }
    if languageModels[provider] != nil { return .llm }
    if textToSpeech[provider] != nil { return .tts }
    if speechToSpeech[provider] != nil { return .s2s }
    return provider == OpenAIEmulation.realtimeTranscription ? .stt : nil
  }

  private mutating func add(_ other: EmulationProfiles) {
    speechToText.merge(other.speechToText) { $1 }
    languageModels.merge(other.languageModels) { $1 }
    textToSpeech.merge(other.textToSpeech) { $1 }
    speechToSpeech.merge(other.speechToSpeech) { $1 }
  }
}

extension LanguageModelProfile {
  /// A profile whose first token is the lognormal through two percentiles: p95 is the median times e to the
  /// 1.645 sigma.
  static func through(p50: Double, p95: Double, tokenMilliseconds: Double) -> LanguageModelProfile {
    LanguageModelProfile(
      firstToken: .lognormal(
        median: .milliseconds(p50), sigma: PortableMath.log(p95 / p50) / 1.644_853_626_951_472_2),
      tokenInterval: .gamma(shape: 4, mean: .milliseconds(tokenMilliseconds)))
  }
}
