import LabAnalysis

/// What a report consists of: the one list that every format is made from.
enum ReportContents {
  private typealias Part = @Sendable (RunAnalysis, CellAxes) -> ReportSection?

  /// What answers a question stands in front of the figures that it was answered by.
  private static let answers: [Part] = [
    { WarningSection.section($0.report, axes: $1) },
    { analysis, _ in ChoiceSection.section(analysis.report) },
  ]

  private static let latencies: Part = { LatencySection.section($0.report, axes: $1) }

  private static let figures: [Part] = [
    { BargeInSection.section($0.report, axes: $1) },
    { ArrivalSection.section($0.report, axes: $1) },
    { DistributionSection.section($0, axes: $1) },
    { FrontierSection.section($0.report, axes: $1) },
    { ContributionSection.section($0.report, axes: $1) },
    { TypicalTurnSection.section($0, axes: $1) },
    { CostSection.section($0.report, axes: $1) },
    { CountSection.section($0.report, axes: $1) },
    { _, _ in DefinitionSection.section() },
  ]

  /// The sections of a report, in the order in which they are read.
  ///
  /// - Parameter others: Parts that are made elsewhere.
  static func sections(
    of analysis: RunAnalysis, others: [ReportSection], areLatenciesFirst: Bool = false
  ) -> [ReportSection] {
    let axes = CellAxes(analysis.report.cells.map(\.cell))
    let stories = others + [DeviceSection.section(analysis, axes: axes)].compactMap(\.self)
    let latency = [latencies(analysis, axes)].compactMap(\.self)
    return answers.compactMap { $0(analysis, axes) }
      + (areLatenciesFirst ? latency + stories : stories + latency)
      + figures.compactMap { $0(analysis, axes) }
  }
}
