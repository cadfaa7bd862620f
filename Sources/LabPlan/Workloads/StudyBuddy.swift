import LabConversation

extension WorkloadCatalogue {
  /// Commands and conversation in Italian, from one button.
  public static let studybuddy = Workload(
    id: "studybuddy",
    language: "it-IT",
    systemPrompt: """
      Sei un compagno di studio e parli con uno studente. Tutto ciò che scrivi viene letto ad alta voce.
      Se lo studente dà un comando, come aprire un capitolo o ripetere una domanda, conferma con una sola
      frase. Altrimenti rispondi in una, due o tre frasi brevi, in un italiano semplice e parlato, cominciando
      dalla risposta. Non usare elenchi, abbreviazioni o segni che non si possono pronunciare.
      """,
    detector: .spectral,
    changes: [
      SettingChange(\.silenceThreshold, .milliseconds(500), why: "Commands are short and have no pauses."),
      SettingChange(\.minTurnDuration, .milliseconds(300), why: "\"Avanti\" is a whole turn."),
      SettingChange(
        \.sentenceBreakThreshold, 1, why: "\"Certo.\" is spoken at once, as an answer to a command."),
    ])
}
