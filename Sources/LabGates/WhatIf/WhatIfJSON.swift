import Foundation
import LabReports
import LabTimeline

/// `whatif.json`: indented JSON with sorted keys, so that equal reports are equal bytes.
public enum WhatIfJSON {
  /// The file. Times are in milliseconds; what is not known is `null`.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: WhatIfReport) throws -> [UInt8] {
    try bytes(of: Document(report))
  }

  /// A sweep as a file.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ sweep: WhatIfSweep) throws -> [UInt8] {
    try bytes(of: SweepDocument(sweep))
  }

  static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  private struct Document: Encodable {
    let schema = WhatIfReport.currentSchema
    let run: String
    let changes: [String]
    let method: String
    let cells: [CellFields]

    init(_ report: WhatIfReport) {
      run = report.run
      changes = report.changes
      method = report.method.rawValue
      cells = report.cells.map(CellFields.init)
    }
  }

  private struct CellFields: Encodable {
    let cell: WhatIfCell

    enum CodingKeys: String, CodingKey {
      case comparison, stages, reached, sentence
      case voiceToVoice = "v2v_mean_change_ms"
      case transcriptFirst = "transcript_first_turns"
      case error = "replay_error"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(ComparisonFields(cell.comparison), forKey: .comparison)
      try container.encode(
        Dictionary(cell.stages.map { ($0.metric.id, $0.mean) }, uniquingKeysWith: { first, _ in first }),
        forKey: .stages)
      try container.encode(cell.voiceToVoice, forKey: .voiceToVoice)
      try container.encode(cell.reached, forKey: .reached)
      try container.encode(cell.reachSentence, forKey: .sentence)
      try container.encode(cell.transcriptFirst.map { [$0.count, $0.of] }, forKey: .transcriptFirst)
      try container.encode(ErrorFields(cell.error), forKey: .error)
    }
  }

  private struct ErrorFields: Encodable {
    let error: ReplayError

    init(_ error: ReplayError) { self.error = error }

    enum CodingKeys: String, CodingKey {
      case turns
      case p50 = "p50_ms"
      case p95 = "p95_ms"
      case largest = "max_ms"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(error.turns, forKey: .turns)
      try container.encode(error.p50, forKey: .p50)
      try container.encode(error.p95, forKey: .p95)
      try container.encode(error.largest, forKey: .largest)
    }
  }

  private struct SweepDocument: Encodable {
    let schema = WhatIfSweep.currentSchema
    let run: String
    let method: String
    let cells: [Cell]

    init(_ sweep: WhatIfSweep) {
      run = sweep.run
      method = sweep.method.rawValue
      cells = sweep.cells.map(Cell.init)
    }

    struct Cell: Encodable {
      let cell: LabTimeline.Cell
      let stages: [Row]

      init(_ cell: WhatIfSweep.CellSweep) {
        self.cell = cell.cell
        stages = cell.rows.map(Row.init)
      }
    }

    struct Row: Encodable {
      let stage: String
      let gains: [Gain]

      init(_ row: WhatIfSweep.Row) {
        stage = row.stage
        gains = zip(WhatIfSweep.speedUps, row.gains).map { Gain(faster: $0, gain: $1) }
      }
    }

    struct Gain: Encodable {
      let faster: Double
      let gain: WhatIfSweep.Gain?

      enum CodingKeys: String, CodingKey {
        case faster
        case mean = "v2v_mean_change_ms"
        case p50 = "v2v_p50_ms"
        case p90 = "v2v_p90_ms"
        case share = "share_of_v2v"
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(faster, forKey: .faster)
        try container.encode(gain?.mean, forKey: .mean)
        try container.encode(gain?.p50, forKey: .p50)
        try container.encode(gain?.p90, forKey: .p90)
        try container.encode(gain?.share, forKey: .share)
      }
    }
  }
}
