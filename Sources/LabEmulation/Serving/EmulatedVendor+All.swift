extension EmulatedVendor {
  /// Every vendor that is emulated.
  static let all: [EmulatedVendor] = [
    .deepgram, .assemblyAI, .openAI, .anthropic, .google, .groq, .elevenLabs, .cartesia, .playHT, .template,
  ]
}
