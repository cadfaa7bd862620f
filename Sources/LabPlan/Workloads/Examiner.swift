import LabConversation

extension WorkloadCatalogue {
  /// An oral exam in German: long answers with pauses, an energy detector, whole-file transcripts.
  public static let examiner = Workload(
    id: "examiner",
    language: "de-DE",
    systemPrompt: """
      Du nimmst eine mündliche Prüfung ab und sprichst mit einem Prüfling. Alles, was du schreibst, wird
      vorgelesen. Sprich in ein bis drei kurzen, vollständigen Sätzen, freundlich und sachlich. Stelle immer
      nur eine Frage. Gehe zuerst mit einem Satz auf die Antwort ein, ohne sie zu benoten, und frage dann
      weiter. Verwende keine Aufzählungen, Abkürzungen oder Zeichen, die man nicht sprechen kann, und schreibe
      Zahlen als Wörter.
      """,
    detector: .energy,
    changes: [
      SettingChange(\.silenceThreshold, .seconds(2), why: "Candidates think in the middle of an answer."),
      SettingChange(\.enableSemanticTurnDetection, false, why: "Only the silence ends an answer."),
      SettingChange(\.sttFinalize, .onEndpoint, why: "An answer is transcribed as one file when it is over."),
      SettingChange(
        \.transcriptTimeout, .seconds(10), why: "A file of two minutes takes longer than the end of a stream."
      ),
      SettingChange(\.enableBargeIn, false, why: "The examiner is not interrupted."),
      SettingChange(\.sessionDuration, .seconds(1200), why: "An exam lasts twenty minutes."),
    ])
}
