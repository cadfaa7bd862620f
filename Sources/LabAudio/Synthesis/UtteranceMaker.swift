import LabTimeline

/// Makes the sounds of a recipe, one utterance at a time.
struct UtteranceMaker {
  private let recipe: CorpusRecipe
  private var synthesizer: SpeechSynthesizer

  init(recipe: CorpusRecipe, synthesizer: SpeechSynthesizer) {
    self.recipe = recipe
    self.synthesizer = synthesizer
  }

  /// Makes the sound of one utterance, with labels that only the dry speech decides.
  ///
  /// - Parameters:
  ///   - source: names the utterance in the recipe; it picks what the dry sound is made of, so that the
  ///     utterance has the same labels under every condition.
  ///   - name: names the file in the corpus; it picks the noise.
  mutating func make(
    _ utterance: CorpusRecipe.Utterance, under condition: CorpusCondition?, source: String, name: String
  ) throws(AudioError) -> (clip: AudioClip, labels: UtteranceAssembly) {
    let labels = try assemble(utterance, source: source)
    let leadOut = recipe.sampleRate.samples(inMilliseconds: Double(recipe.leadOutMilliseconds))
    var clip = labels.clip(leadOut: leadOut)
    if utterance.gain.value != 0 { clip = clip.amplified(by: utterance.gain) }
    if let reverberation = utterance.reverberation { clip = reverberation.applied(to: clip) }
    if let condition { clip = try apply(condition, to: clip, of: utterance, name: name) }
    return (clip.withFloor(recipe.noiseFloor, seed: recipe.seed, stream: name), labels)
  }

  /// Finds a voice of the recipe.
  func voice(_ name: String) throws(AudioError) -> SpeechVoice {
    guard let voice = recipe.voices[name] else {
      throw AudioError(
        .invalidRecipe, "The recipe \(recipe.name) has no voice “\(name)”.",
        hint: "Describe it under “voices”, or name one that is described there.")
    }
    return voice
  }

  private mutating func assemble(
    _ utterance: CorpusRecipe.Utterance, source: String
  ) throws(AudioError) -> UtteranceAssembly {
    let rate = recipe.sampleRate
    var assembly = UtteranceAssembly(
      leadIn: rate.samples(inMilliseconds: Double(recipe.leadInMilliseconds)), at: rate)
    for (index, part) in utterance.parts.enumerated() {
      switch part {
      case .phrase(let text):
        assembly.append(try phrase(text, by: utterance.voice), text: text)
      case .pause(let milliseconds):
        assembly.appendPause(count: rate.samples(inMilliseconds: Double(milliseconds)))
      case .sound(let sound, let milliseconds):
        let clip = sound.clip(
          milliseconds: Double(milliseconds), at: rate, level: recipe.speechLevel, seed: recipe.seed,
          stream: "\(source)/\(index)")
        assembly.append(clip[clip.speechSpan() ?? 0..<clip.samples.count])
      }
    }
    return assembly
  }

  /// Speaks a phrase, brings it to the level of the recipe and cuts it to its speech.
  private mutating func phrase(_ text: String, by name: String) throws(AudioError) -> AudioClip {
    let voice = try voice(name)
    let raw = try synthesizer.clip(saying: text, by: voice, at: recipe.sampleRate)
    let clip = raw.amplified(by: recipe.speechLevel - raw.activeSpeechLevel)
    guard raw.activeSpeechLevel > .silence, let span = clip.speechSpan() else {
      throw AudioError(
        .synthesisFailed, "\(voice.speaker) says “\(text)” without a sound.", hint: "Spell it differently.")
    }
    return clip[span]
  }

  private mutating func apply(
    _ condition: CorpusCondition, to clip: AudioClip, of utterance: CorpusRecipe.Utterance, name: String
  ) throws(AudioError) -> AudioClip {
    var clip = condition.reverberation?.applied(to: clip) ?? clip
    if let noise = try noise(condition, count: clip.samples.count, name: name) {
      clip = clip.mixed(with: noise, atSNR: condition.signalToNoise)
    }
    if let echo = condition.echo, case .bargeIn = utterance.begins {
      let delay = recipe.sampleRate.samples(inMilliseconds: Double(echo.delayMilliseconds))
      let voice = try phrase(echo.line.text, by: echo.line.voice)
      clip = clip.mixed(withEchoOf: voice, delayedBy: delay, at: echo.level)
    }
    return clip
  }

  private mutating func noise(
    _ condition: CorpusCondition, count: Int, name: String
  ) throws(AudioError) -> AudioClip? {
    let (rate, level, seed) = (recipe.sampleRate, recipe.speechLevel, recipe.seed)
    switch condition.background {
    case nil: return nil
    case .white: return Noise.white(count: count, at: rate, level: level, seed: seed, stream: name)
    case .pink: return Noise.pink(count: count, at: rate, level: level, seed: seed, stream: name)
    case .babble(let lines):
      var talkers: [AudioClip] = []
      for line in lines { talkers.append(try phrase(line.text, by: line.voice)) }
      return Noise.babble(of: talkers, count: count, level: level, seed: seed, stream: name)
    }
  }
}

extension CorpusRecipe.Utterance {
  /// The phrases, one after the other.
  var spokenText: String {
    parts.compactMap { if case .phrase(let text) = $0 { text } else { nil } }.joined(separator: " ")
  }
}

extension AudioClip {
  /// Returns the clip with white noise under it.
  fileprivate func withFloor(_ level: Decibels, seed: UInt64, stream: String) -> AudioClip {
    let floor = Noise.white(
      count: samples.count, at: sampleRate, level: level, seed: seed, stream: "floor/" + stream)
    return AudioClip(
      samples: zip(samples, floor.samples).map { Int16(limiting: Double($0) + Double($1)) },
      sampleRate: sampleRate)
  }
}
