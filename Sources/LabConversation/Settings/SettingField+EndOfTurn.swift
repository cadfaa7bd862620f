extension SettingField {
  /// Who decides that the caller has finished, by what, and what is begun before that is certain.
  static let endOfTurn = [
    field(
      "endOfTurnPolicy", .endOfTurn, .choice(Choice(\.endOfTurnPolicy)),
      "What ends a turn: the same silence always, a silence that depends on what was said and how, or speech to text."
    ),
    field(
      "longestPauseMs", .endOfTurn, .duration(\.longestPause, .milliseconds, 100...30_000),
      "With the policy provider, the silence that ends a turn when speech to text does not say that it is over."
    ),
    field(
      "enablePitchCue", .endOfTurn, .bool(\.enablePitchCue),
      "Adaptive: a voice that ends low shortens the pause, one that stays up makes it longer."),
    field(
      "enableEnergyCue", .endOfTurn, .bool(\.enableEnergyCue),
      "Adaptive: a voice that grows faint shortens the pause."),
    field(
      "enableSentenceCue", .endOfTurn, .bool(\.enableSentenceCue),
      "Adaptive: a whole sentence or question shortens the pause, a comma makes it longer."),
    field(
      "enableLengthCue", .endOfTurn, .bool(\.enableLengthCue),
      "Adaptive: a long turn shortens the pause, one that has hardly begun makes it longer."),
    field(
      "enableFillerCue", .endOfTurn, .bool(\.enableFillerCue),
      "Adaptive: a filler (um, äh, ehm) makes the pause longer."),
    field(
      "enableConjunctionCue", .endOfTurn, .bool(\.enableConjunctionCue),
      "Adaptive: a word or clause that asks for another (and, the, if …) makes the pause longer."),
    field(
      "enableListCue", .endOfTurn, .bool(\.enableListCue),
      "Adaptive: items of a list make the pause longer until the last one is announced."),
    field(
      "enableEagerLLM", .endOfTurn, .bool(\.enableEagerLLM),
      "Whether the language model is asked when the turn has probably ended, and again if it has not. Costs tokens."
    ),
    field(
      "eagerPauseShare", .endOfTurn, .double(\.eagerPauseShare, 0...1),
      "The part of the pause that ends a turn after which the language model is asked eagerly."),
  ]
}
