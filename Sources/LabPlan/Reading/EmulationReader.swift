import LabEmulation
import LabTimeline
import LabYAML

/// Reads the part of a plan that changes how emulated services behave: `emulation: PROVIDER: FIELD: …`.
enum EmulationReader {
  /// The shipped profiles, or those given, with the plan's changes.
  static func read(_ mapping: YAMLMapping, over profiles: EmulationProfiles = .shipped) -> EmulationProfiles {
    var profiles = profiles
    for provider in mapping.keys {
      if profiles.speechToText[provider] != nil {
        change(&profiles.speechToText[provider]!, by: SpeechToTextProfile.fields, mapping.mapping(provider))
      } else if profiles.languageModels[provider] != nil {
        let fields = mapping.mapping(provider)
        if profiles.servers[provider] != nil, let quirks = fields?.optional("quirks") {
          QuirkReader.change(&profiles.servers[provider]!.quirks, by: quirks)
        }
        change(&profiles.languageModels[provider]!, by: LanguageModelProfile.fields, fields)
      } else if profiles.textToSpeech[provider] != nil {
        change(&profiles.textToSpeech[provider]!, by: TextToSpeechProfile.fields, mapping.mapping(provider))
      } else if profiles.speechToSpeech[provider] != nil {
        change(
          &profiles.speechToSpeech[provider]!, by: SpeechToSpeechProfile.fields, mapping.mapping(provider))
      }
    }
    if let list = mapping.optional("faults") { profiles.faults = FaultReader.read(list, for: profiles) }
    if let drift = mapping.optionalMapping("drift") { profiles.drift = ServiceLimitReader.drift(drift) }
    if let capacities = mapping.optionalMapping("capacity") {
      profiles.capacities = ServiceLimitReader.capacities(capacities, of: profiles.names)
    }
    // Asked for, so that a name with a slip of the pen is told what it resembles.
    for name in profiles.names { _ = mapping.optional(name) }
    mapping.finish()
    return profiles
  }

  private static func change<Profile>(
    _ profile: inout Profile, by fields: [ProfileField<Profile>], _ mapping: YAMLMapping?
  ) {
    guard let mapping else { return }
    for field in fields {
      switch field.kind {
      case .latency(let path):
        if let model = mapping.optional(field.key).flatMap(latency) { profile[keyPath: path] = model }
      case .milliseconds(let path, let range):
        if let value = mapping.optionalDouble(field.key, in: range) {
          profile[keyPath: path] = Duration(milliseconds: value)
        }
      case .number(let path, let range):
        if let value = mapping.optionalDouble(field.key, in: range) { profile[keyPath: path] = value }
      case .range(let path, let limits):
        if let value = mapping.optional(field.key).flatMap({ range($0, in: limits) }) {
          profile[keyPath: path] = value
        }
      case .words(let path):
        if let words = mapping.optional(field.key).flatMap(words) { profile[keyPath: path] = words }
      }
    }
    mapping.finish()
  }

  private static func words(_ value: YAMLValue) -> String? {
    guard let text = value.string() else { return nil }
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
      value.report("“reply” has no word in it; leave it out for sentences of the model's own choice")
      return nil
    }
    return text
  }

  private static func range(_ value: YAMLValue, in limits: ClosedRange<Int>) -> ClosedRange<Int>? {
    guard let items = value.sequence() else { return nil }
    let bounds = items.compactMap { $0.int(in: limits) }
    guard items.count == 2, bounds.count == 2, bounds[0] <= bounds[1] else {
      if bounds.count == items.count {
        value.report("write the least and the greatest number, e.g. [2, 4]")
      }
      return nil
    }
    return bounds[0]...bounds[1]
  }

  /// Reads a latency model and checks it.
  static func latency(_ value: YAMLValue) -> LatencyModel? {
    let model = model(value)
    for problem in model?.validate() ?? [] { value.report(problem) }
    return model
  }

  /// Reads a latency model: a mapping with one key, the name of the distribution.
  private static func model(_ value: YAMLValue) -> LatencyModel? {
    guard let mapping = value.mapping() else { return nil }
    let models = [
      mapping.optional("fixed").flatMap(fixed), mapping.optional("uniform").flatMap(uniform),
      mapping.optional("normal").flatMap(normal), mapping.optional("lognormal").flatMap(lognormal),
      mapping.optional("gamma").flatMap(gamma), mapping.optional("empirical").flatMap(empirical),
      mapping.optional("mixture").flatMap(mixture),
    ].compactMap { $0 }
    mapping.finish()
    if mapping.keys.count != 1 {
      value.report(
        "a latency has exactly one of fixed, uniform, normal, lognormal, gamma, empirical and mixture")
      return nil
    }
    return models.first
  }

  private static func fixed(_ value: YAMLValue) -> LatencyModel? {
    fields(value) { .fixed($0.milliseconds("ms")) }
  }

  private static func uniform(_ value: YAMLValue) -> LatencyModel? {
    fields(value) { .uniform(min: $0.milliseconds("min_ms"), max: $0.milliseconds("max_ms")) }
  }

  private static func normal(_ value: YAMLValue) -> LatencyModel? {
    fields(value) { .normal(mean: $0.milliseconds("mean_ms"), standardDeviation: $0.milliseconds("sd_ms")) }
  }

  private static func lognormal(_ value: YAMLValue) -> LatencyModel? {
    fields(value) { .lognormal(median: $0.milliseconds("median_ms"), sigma: $0.double("sigma") ?? 0) }
  }

  private static func gamma(_ value: YAMLValue) -> LatencyModel? {
    fields(value) { .gamma(shape: $0.double("shape") ?? 1, mean: $0.milliseconds("mean_ms")) }
  }

  private static func empirical(_ value: YAMLValue) -> LatencyModel? {
    fields(value) { mapping in
      .empirical(
        mapping.sequence("ms").compactMap { $0.double(in: YAMLMapping.day) }.map(Duration.init(milliseconds:))
      )
    }
  }

  private static func mixture(_ value: YAMLValue) -> LatencyModel? {
    guard let items = value.sequence() else { return nil }
    let shares = items.compactMap { item -> LatencyModel.Share? in
      guard let mapping = item.mapping() else { return nil }
      let weight = mapping.double("weight")
      // Checked with the mixture as a whole, which says which part is wrong.
      let model = mapping.required("latency").flatMap(model)
      mapping.finish()
      guard let weight, let model else { return nil }
      return LatencyModel.Share(weight: weight, model: model)
    }
    return shares.count == items.count ? .mixture(shares) : nil
  }

  private static func fields(
    _ value: YAMLValue, _ make: (YAMLMapping) -> LatencyModel
  ) -> LatencyModel? {
    guard let mapping = value.mapping() else { return nil }
    let model = make(mapping)
    mapping.finish()
    return model
  }
}

extension YAMLMapping {
  /// The milliseconds of a day.
  fileprivate static let day = 0...86_400_000.0

  /// A number of milliseconds up to a day; zero when it is missing, which is a problem already.
  fileprivate func milliseconds(_ key: String) -> Duration {
    Duration(milliseconds: double(key, in: Self.day) ?? 0)
  }
}
