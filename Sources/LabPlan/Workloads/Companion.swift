import LabConversation

extension WorkloadCatalogue {
  /// Push to talk: the whole reply is synthesised before it plays, and the microphone re-arms by itself.
  public static let companion = Workload(
    id: "companion",
    language: "en-US",
    systemPrompt: """
      You are a friendly companion in a spoken conversation. Everything you write is read aloud in one piece.
      Answer in one to three short, warm sentences, as people speak. Use no lists, emoji or marks that cannot
      be spoken. Pick up what was said earlier when it fits, and ask at most one question at a time.
      """,
    detector: .spectral,
    changes: [
      SettingChange(\.enableEagerTTS, false, why: "The voice gets the whole reply, so that its melody fits."),
      SettingChange(\.enableBargeIn, false, why: "The microphone is closed while the agent speaks."),
      SettingChange(\.enableInterruptions, false, why: "The button, not the voice, takes the floor."),
      SettingChange(\.sttFinalize, .onEndpoint, why: "The recording is complete when the button is let go."),
    ])
}
