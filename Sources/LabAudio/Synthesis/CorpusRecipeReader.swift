import LabYAML

/// Reads the YAML of a recipe.
struct CorpusRecipeReader {
  let reader: YAMLReader

  /// Reads the whole recipe; nil when anything in it is wrong.
  func recipe() -> CorpusRecipe? {
    guard let root = reader.root() else { return nil }
    root.schema(CorpusRecipe.schema)
    let name = root.identifier("name")
    let description = root.string("description")
    let language = root.languageTag("language")
    let rate = root.optional("sample_rate") == nil ? .wideband : root.sampleRate("sample_rate")
    let seed = root.int("seed", in: 0...Int.max)
    let leadIn = root.optionalInt("lead_in_ms", in: 0...60_000) ?? 200
    let leadOut = root.optionalInt("lead_out_ms", in: 0...60_000) ?? 300
    let level = root.optionalDouble("speech_level_dbfs", in: -40 ... -15) ?? -26
    let floor = root.optionalDouble("noise_floor_dbfs", in: -90 ... -55) ?? -65
    let voices = voices(root.sequence("voices"))
    let conversations = root.sequence("conversations").compactMap {
      conversation($0, voices: voices, seed: UInt64(seed ?? 0))
    }
    let conditions = root.optionalSequence("conditions").compactMap {
      condition($0, voices: voices, seed: UInt64(seed ?? 0))
    }
    root.finish()
    reportRepeated(root, "conversations")
    reportRepeated(root, "conditions")
    if conversations.isEmpty { root.value.report("a recipe needs at least one conversation") }
    guard reader.problems.isEmpty, let name, let description, let language, let rate, let seed else {
      return nil
    }
    return CorpusRecipe(
      name: name, description: description, language: language, sampleRate: rate, seed: UInt64(seed),
      leadInMilliseconds: leadIn, leadOutMilliseconds: leadOut, speechLevel: Decibels(level),
      noiseFloor: Decibels(floor), voices: voices, conversations: conversations, conditions: conditions)
  }

  private func voices(_ items: [YAMLValue]) -> [String: SpeechVoice] {
    var voices: [String: SpeechVoice] = [:]
    for item in items {
      guard let mapping = item.mapping() else { continue }
      let id = mapping.identifier("id")
      let engine = mapping.required("engine")?.choice(of: SpeechVoice.Engine.self)
      let name = mapping.text("voice")
      let language = mapping.languageTag("language")
      let pace = mapping.optionalDouble("pace", in: 0.5...2) ?? 1
      mapping.finish()
      guard let id, let engine, let name, let language else { continue }
      if voices[id] != nil { item.report("there is another voice “\(id)”; give this one its own id") }
      voices[id] = SpeechVoice(engine: engine, name: name, language: language, pace: pace)
    }
    return voices
  }

  private func conversation(
    _ item: YAMLValue, voices: [String: SpeechVoice], seed: UInt64
  ) -> CorpusRecipe.Conversation? {
    guard let mapping = item.mapping() else { return nil }
    let id = mapping.identifier("id")
    let workload = mapping.identifier("workload")
    let voice = voiceName(mapping.required("voice"), voices)
    let items = mapping.sequence("utterances")
    if items.isEmpty { item.report("a conversation needs at least one utterance") }
    let utterances = items.enumerated().compactMap { index, item in
      utterance(item, isFirst: index == 0, voice: voice, voices: voices, seed: seed)
    }
    mapping.finish()
    reportRepeated(mapping, "utterances")
    guard let id, let workload else { return nil }
    return .init(id: id, workload: workload, utterances: utterances)
  }

  private func utterance(
    _ item: YAMLValue, isFirst: Bool, voice: String?, voices: [String: SpeechVoice], seed: UInt64
  ) -> CorpusRecipe.Utterance? {
    guard let mapping = item.mapping() else { return nil }
    let id = mapping.identifier("id")
    let own = mapping.optional("voice").map { voiceName($0, voices) } ?? voice
    let parts = mapping.required("say").map(parts) ?? []
    let transcript = mapping.optionalString("transcript")
    let begins = mapping.beginning(isFirst: isFirst)
    let interruption = mapping.interruption(of: begins)
    let gain = mapping.optionalDouble("gain_db", in: -40...6) ?? 0
    let reverberation = mapping.optionalMapping("reverb").flatMap { self.reverberation($0, seed: seed) }
    mapping.finish()
    guard let id, let own, let begins else { return nil }
    return .init(
      id: id, voice: own, parts: parts, transcript: transcript, begins: begins, interruption: interruption,
      gain: Decibels(gain), reverberation: reverberation)
  }

  /// Reads what is said: a text, or a list of texts, pauses in milliseconds and sounds.
  private func parts(_ value: YAMLValue) -> [CorpusRecipe.Part] {
    let items = value.isText ? [value] : value.sequence() ?? []
    let parts = items.map(part)
    if value.isText || !items.isEmpty {
      for (index, item) in items.enumerated() {
        guard case .pause = parts[index] else { continue }
        let follows = parts.indices.contains(index + 1) ? parts[index + 1] : nil
        if index == 0 || follows == nil { item.report("a pause must stand between two phrases") }
        if case .pause = follows { item.report("two pauses in a row are one; add them up") }
      }
    } else {
      value.report("there is nothing to say")
    }
    return parts.compactMap { $0 }
  }

  private func part(_ item: YAMLValue) -> CorpusRecipe.Part? {
    if item.isText {
      guard let text = item.string(), text.contains(where: { $0.isLetter || $0.isNumber }) else {
        item.report("a phrase needs at least one letter")
        return nil
      }
      return .phrase(text)
    }
    guard item.isMapping else { return item.int(in: 20...10_000).map { .pause(milliseconds: $0) } }
    guard let mapping = item.mapping() else { return nil }
    let sound = mapping.required("sound")?.choice(of: NonSpeechSound.self)
    let duration = mapping.int("duration_ms", in: 50...5_000)
    mapping.finish()
    guard let sound, let duration else { return nil }
    return .sound(sound, milliseconds: duration)
  }

  func voiceName(_ value: YAMLValue?, _ voices: [String: SpeechVoice]) -> String? {
    guard let value, let name = value.string() else { return nil }
    if voices[name] != nil { return name }
    let guess = Spelling.nearest(to: name, among: voices.keys).map { "; did you mean “\($0)”?" } ?? ""
    value.report("no voice of the recipe has the id “\(name)”\(guess)")
    return nil
  }

  private func reportRepeated(_ mapping: YAMLMapping, _ key: String) {
    mapping.value.child(key)?.reportRepeatedIDs()
  }
}
