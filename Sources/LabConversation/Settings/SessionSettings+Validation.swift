extension SessionSettings {
  /// Sets a value by its key, as a plan writes it.
  ///
  /// - Throws: `SettingsError` when there is no such setting, or the setting does not accept the text.
  public mutating func set(_ key: String, to text: String) throws(SettingsError) {
    guard let field = SettingField.named(key) else {
      throw SettingsError(
        .unknownKey, "There is no setting '\(key)'.", hint: "Documentation/settings.md lists them all.")
    }
    try field.set(text, in: &self)
  }

  /// What is impossible about settings that are each in their range; empty when nothing is.
  public var conflicts: [SettingsError] {
    var conflicts: [SettingsError] = []
    func require(_ holds: Bool, _ message: String, _ hint: String) {
      if !holds { conflicts.append(SettingsError(.conflict, message, hint: hint)) }
    }
    require(
      minTurnDuration <= maxTurnDuration, "A turn's minTurnDuration is above its maxTurnDuration.",
      "Lower minTurnDuration or raise maxTurnDuration.")
    require(
      maxTurnDuration <= sessionDuration, "A turn may last longer than the session.",
      "Lower maxTurnDuration or raise sessionDuration.")
    require(
      !enableAdaptiveQuality || throttledBufferSize >= bufferSize,
      "The throttledBufferSize of a hot device is below its bufferSize.",
      "Raise throttledBufferSize or switch enableAdaptiveQuality off.")
    require(
      !processesVoice || sampleRate == 16_000, "Voice processing works at a sampleRate of 16000 alone.",
      "Set sampleRate to 16000 or switch voiceEchoCancellation, voiceNoiseSuppression and voiceGainControl off."
    )
    return conflicts
  }
}
