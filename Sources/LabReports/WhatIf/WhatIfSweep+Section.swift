public import LabAnalysis
import LabRecord

extension WhatIfSweep {
  /// The sweep for a terminal.
  public var plainText: String { sections.map(\.plainText).joined(separator: "\n") }

  /// One section per cell.
  public var sections: [ReportSection] {
    cells.enumerated().map { index, sweep in
      let ordered = sweep.rows.sorted {
        ($0.gains.last ?? nil)?.mean ?? 0 < ($1.gains.last ?? nil)?.mean ?? 0
      }
      let rows = ordered.map { row in
        [row.stage]
          + row.gains.map { $0.map { ChangeText.signedMilliseconds($0.mean) } ?? FixedPoint.none }
          + [((row.gains.last ?? nil)?.share).map(ChangeText.signedPercent) ?? FixedPoint.none]
      }
      let best = ordered.first.map { "Most is to be gained at \($0.stage)." }
      return ReportSection(
        id: "sweep-\(index + 1)", title: "Virtual speed-ups: \(sweep.cell.name)",
        paragraphs: [best].compactMap { $0 },
        tables: [
          ReportSection.Table(
            caption:
              "The mean change of voice to voice if only this stage were so much faster; 100 %: if it took no time.",
            header: ["stage"] + Self.speedUps.map { ChangeText.wholePercent($0) } + ["of voice to voice"],
            leftColumns: 1, rows: rows)
        ])
    }
  }
}
