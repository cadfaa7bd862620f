extension EmulatedVendor {
  /// Every vendor that is emulated.
  static let all: [EmulatedVendor] = [
    .deepgram, .assemblyAI, .openAI, .anthropic, .google, .groq, .deepSeek, .elevenLabs, .cartesia, .playHT,
    .template,
  ]
}
