import LabYAML

extension CorpusRecipeReader {
  /// The kinds of background, as recipes name them.
  private enum BackgroundKind: String, CaseIterable {
    case white, pink, babble
  }

  func condition(_ item: YAMLValue, voices: [String: SpeechVoice], seed: UInt64) -> CorpusCondition? {
    guard let mapping = item.mapping() else { return nil }
    let id = mapping.identifier("id")
    let noise = mapping.optionalMapping("noise").flatMap { background($0, voices) }
    let reverberation = mapping.optionalMapping("reverb").flatMap { self.reverberation($0, seed: seed) }
    let echo = mapping.optionalMapping("echo").flatMap { self.echo($0, voices) }
    mapping.finish()
    guard let id else { return nil }
    return CorpusCondition(
      id: id, background: noise?.0, signalToNoise: noise?.1 ?? Decibels(.infinity),
      reverberation: reverberation, echo: echo)
  }

  private func background(
    _ mapping: YAMLMapping, _ voices: [String: SpeechVoice]
  ) -> (CorpusCondition.Background, Decibels)? {
    let kind = mapping.required("kind")?.choice(of: BackgroundKind.self)
    let ratio = mapping.double("snr_db", in: -20...60)
    let talkers = kind == .babble ? mapping.sequence("talkers").compactMap { talker($0, voices) } : []
    if kind == .babble, talkers.isEmpty { mapping.value.report("babble needs at least one talker") }
    mapping.finish()
    guard let kind, let ratio else { return nil }
    let background: CorpusCondition.Background =
      switch kind {
      case .white: .white
      case .pink: .pink
      case .babble: .babble(talkers)
      }
    return (background, Decibels(ratio))
  }

  func reverberation(_ mapping: YAMLMapping, seed: UInt64) -> Reverberation? {
    let decay = mapping.double("decay_ms", in: 20...5_000)
    let ratio = mapping.optionalDouble("direct_to_reverberant_db", in: -20...40) ?? 3
    mapping.finish()
    return decay.map {
      Reverberation(decayMilliseconds: $0, directToReverberant: Decibels(ratio), seed: seed)
    }
  }

  private func echo(_ mapping: YAMLMapping, _ voices: [String: SpeechVoice]) -> CorpusCondition.Echo? {
    let line = line(mapping, voices)
    let delay = mapping.int("delay_ms", in: 0...2_000)
    let level = mapping.double("level_dbfs", in: -60 ... -10)
    mapping.finish()
    guard let line, let delay, let level else { return nil }
    return .init(line: line, delayMilliseconds: delay, level: Decibels(level))
  }

  private func talker(_ item: YAMLValue, _ voices: [String: SpeechVoice]) -> CorpusCondition.Line? {
    guard let mapping = item.mapping() else { return nil }
    defer { mapping.finish() }
    return line(mapping, voices)
  }

  private func line(_ mapping: YAMLMapping, _ voices: [String: SpeechVoice]) -> CorpusCondition.Line? {
    let voice = voiceName(mapping.required("voice"), voices)
    let text = mapping.text("say")
    guard let voice, let text else { return nil }
    return .init(voice: voice, text: text)
  }
}
