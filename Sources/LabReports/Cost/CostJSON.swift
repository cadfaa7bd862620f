public import LabAnalysis
import LabCost
import LabRecord
import LabStatistics
import LabTimeline

/// A cost report as JSON: indented, with sorted keys, so that equal reports are equal bytes.
public enum CostJSON {
  /// The format of the document.
  public static let schema = "turnlab.cost/1"

  /// The document, ending in a newline.
  ///
  /// - Throws: `EncodingError` when a figure is not finite; nothing else can fail.
  public static func bytes(_ report: CostReport) throws -> [UInt8] {
    try JSONDocument.bytes(Document(report))
  }

  private struct Document: Encodable {
    let schema = CostJSON.schema
    let pricesAsOf: String
    let assumptions: Assumptions
    let lines: [Line]
    let notes: [String]

    init(_ report: CostReport) {
      pricesAsOf = report.asOf
      assumptions = Assumptions(report.request)
      lines = report.lines.map(Line.init)
      notes = report.notes
    }

    enum CodingKeys: String, CodingKey {
      case schema, assumptions, lines, notes
      case pricesAsOf = "prices_as_of"
    }
  }

  /// What was asked for; null where the measured value was kept.
  private struct Assumptions: Encodable {
    let request: CostReport.Request

    init(_ request: CostReport.Request) {
      self.request = request
    }

    enum CodingKeys: String, CodingKey {
      case talkShare = "talk_share"
      case sessionMinutes = "session_minutes"
      case turnsPerMinute = "turns_per_minute"
      case cachedShare = "cached_share"
      case contextLimit = "context_limit_tokens"
      case hours = "hours_per_month"
      case tiers
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(request.shape.talkShare, forKey: .talkShare)
      try container.encode(request.shape.sessionMinutes, forKey: .sessionMinutes)
      try container.encode(request.shape.turnsPerMinute, forKey: .turnsPerMinute)
      try container.encode(request.shape.cachedShare, forKey: .cachedShare)
      try container.encode(request.shape.contextLimit, forKey: .contextLimit)
      try container.encode(request.shape.hoursPerMonth, forKey: .hours)
      let tiers = request.tiers.map { choice in (choice.vendor.map { $0 + "=" } ?? "") + choice.name }
      try container.encode(tiers, forKey: .tiers)
    }
  }

  private struct Line: Encodable {
    let line: CostReport.Line

    init(_ line: CostReport.Line) {
      self.line = line
    }

    enum CodingKeys: String, CodingKey {
      case kind, run, cell, rival, conversations, unpriced
      case perTurn = "usd_per_turn"
      case perSession = "usd_per_session"
      case perHour = "usd_per_hour"
      case perMonth = "usd_per_month"
      case minutes = "session_minutes"
      case turns = "session_turns"
      case talkShare = "talk_share"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(line.kind.rawValue, forKey: .kind)
      try container.encode(line.run, forKey: .run)
      try container.encode(line.cell, forKey: .cell)
      try container.encode(line.rival, forKey: .rival)
      try container.encode(line.conversations, forKey: .conversations)
      try container.encode(line.unpriced, forKey: .unpriced)
      try container.encode(line.result?.perTurn.map(Figure.init), forKey: .perTurn)
      try container.encode((line.result?.perSession).map(Figure.init), forKey: .perSession)
      try container.encode((line.result?.perHour).map(Figure.init), forKey: .perHour)
      try container.encode(line.result?.perMonth.map(Figure.init), forKey: .perMonth)
      try container.encode(Double(line.session.length) / 6e7, forKey: .minutes)
      try container.encode(line.turns, forKey: .turns)
      try container.encode(line.talkShare, forKey: .talkShare)
    }
  }

  private struct Figure: Encodable {
    let usd: Dollars
    let ci95: [Double]?

    init(_ figure: CostProjection.Figure) {
      usd = figure.usd
      ci95 = figure.interval.map { [$0.lower, $0.upper] }
    }

    enum CodingKeys: String, CodingKey {
      case usd, ci95
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(usd, forKey: .usd)
      try container.encode(ci95, forKey: .ci95)
    }
  }
}
