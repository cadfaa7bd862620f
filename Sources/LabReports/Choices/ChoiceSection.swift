import LabAnalysis
import LabRecord
import LabTimeline

/// The part of every report that answers what the network, the device or a provider adds.
enum ChoiceSection {
  /// - Returns: the section; `nil` when the run had nothing to choose from.
  static func section(_ report: RunReport) -> ReportSection? {
    guard let effects = report.choices, !effects.isEmpty else { return nil }
    return ReportSection(
      id: "choices", title: "What each choice adds",
      paragraphs: [
        "Milliseconds that voice to voice takes longer than with the first value of the plan, all other axes equal, turn by turn: "
          + "the same conversation, repeat and turn in both cells. Less than zero is faster."
      ],
      tables: [table(effects, isPriced: report.run.prices != nil)],
      notes: [
        "The median is that of the turns’ changes, with its 95 % interval over conversations. The mean is the sum of the parts of "
          + "the owners beside it."
      ]
        + (report.run.mode == .offline
          ? [] : ["What else changed between two turns of a pair is in it, too."]))
  }

  private static func table(_ effects: [ChoiceEffect], isPriced: Bool) -> ReportSection.Table {
    let owners = Contribution.Owner.allCases.filter { owner in
      effects.contains { $0.owners.contains { $0.owner == owner && $0.meanMilliseconds.magnitude >= 0.05 } }
    }
    let hasLost = effects.contains { $0.lost > 0 || $0.referenceLost > 0 }
    let rows = effects.map { effect in
      [effect.axis, effect.value, effect.reference, "\(effect.turns)"]
        + [
          FixedPoint.signedMilliseconds(effect.medianMilliseconds),
          effect.medianInterval.map { bounds in
            bounds.map { FixedPoint.signedMilliseconds($0) }.joined(separator: " to ")
          } ?? FixedPoint.none,
          FixedPoint.signedMilliseconds(effect.meanMilliseconds),
        ]
        + owners.map { owner in
          FixedPoint.signedMilliseconds(effect.owners.first { $0.owner == owner }?.meanMilliseconds)
        }
        + (hasLost ? ["\(effect.referenceLost) → \(effect.lost)"] : [])
        + (isPriced ? [CostSection.signed(effect.usdPerHourChange)] : [])
    }
    return ReportSection.Table(
      caption: "By axis and choice.",
      header: ["axis", "choice", "instead of", "turns", "median", "95 %", "mean"] + owners.map(\.rawValue)
        + (hasLost ? ["lost turns"] : []) + (isPriced ? ["USD/h"] : []),
      leftColumns: 3, rows: rows)
  }
}
