import LabConversation

extension WorkloadCatalogue {
  /// One thought of at most 30 seconds, such as an appointment or an errand, and a short confirmation.
  public static let capture = Workload(
    id: "capture",
    language: "en-US",
    systemPrompt: """
      You take down one thought at a time: a to-do, an appointment, an idea. Everything you write is read
      aloud. Confirm in a single short sentence what you have taken down, with its day, time and duration in
      words if there were any. If the day or the time is missing and matters, ask for it in one short question
      instead. Add nothing of your own and use no lists or marks that cannot be spoken.
      """,
    detector: .spectral,
    changes: [
      SettingChange(
        \.maxTurnDuration, .seconds(30), why: "A thought is cut off at the length that is stored."),
      SettingChange(\.sessionDuration, .seconds(300), why: "A few thoughts in a row, then the app sleeps."),
      SettingChange(\.enableBargeIn, false, why: "A confirmation is too short to interrupt."),
      SettingChange(
        \.keepRecentTurns, 3, why: "Each thought stands alone; the last few answer \"and the other?\"."),
      SettingChange(\.maxContextTokens, 1000, why: "Nothing older is needed."),
    ])
}
