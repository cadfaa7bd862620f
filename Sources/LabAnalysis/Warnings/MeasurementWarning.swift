public import LabRecord
import LabTimeline

/// Something that was seen in a run and may mislead whoever reads its figures.
public struct MeasurementWarning: Hashable, Sendable {
  /// What kind it is; stable, for scripts.
  public var code: Code
  /// A few words for a heading; several warnings can share a code.
  public var title: String
  /// What it is about.
  public var scope: Scope
  /// The key of the metric that it is about, such as `turn.v2v_ms`; `nil` when it is about no single one.
  public var metric: String?
  public var severity: Severity
  /// What was seen, with its figures: full sentences.
  public var seen: String
  /// Why a figure may mislead because of it.
  public var why: String
  /// What to try, in the imperative.
  public var advice: String

  /// The kinds. The raw values stand in `report.json` and never change.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    case harnessUnmeasured = "harness_unmeasured"
    case harnessSaturated = "harness_saturated"
    case clock
    case drift
    case unlikeConnections = "unlike_connections"
    case hiddenRetries = "hidden_retries"
    case coldStart = "cold_start"
    case multimodal
    case tooFewSamples = "too_few_samples"
  }

  /// How much the figures suffer.
  public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    /// The figures are right, and easily misread.
    case note
    /// The figures may be bent; look before you decide by them.
    case doubt
    /// The figures are not to be used; the run is not valid.
    case invalid
  }

  /// The part of the run that a warning is about. Cells are indices into the report's list.
  public enum Scope: Hashable, Sendable {
    case run
    case cell(Int)
    /// Two cells that are compared within the run.
    case pair(ArmPair)
  }

  init(
    _ definition: WarningDefinition, scope: Scope, metric: LatencyMetric? = nil, severity: Severity? = nil,
    seen: String
  ) {
    code = definition.code
    title = definition.title
    self.scope = scope
    self.metric = metric?.key
    self.severity = severity ?? definition.severity
    self.seen = seen
    why = definition.why
    advice = definition.advice
  }
}

extension MeasurementWarning.Severity: Comparable {
  /// Orders from harmless to grave.
  public static func < (left: Self, right: Self) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}

extension MeasurementWarning: Codable {
  private enum CodingKeys: String, CodingKey {
    case code, title, scope, cells, metric, severity, seen, why
    case advice = "try"
  }

  private enum ScopeName: String, Codable {
    case run, cell, pair
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try container.decode(Code.self, forKey: .code)
    title = try container.decode(String.self, forKey: .title)
    metric = try container.decodeIfPresent(String.self, forKey: .metric)
    severity = try container.decode(Severity.self, forKey: .severity)
    seen = try container.decode(String.self, forKey: .seen)
    why = try container.decode(String.self, forKey: .why)
    advice = try container.decode(String.self, forKey: .advice)
    let cells = try container.decode([Int].self, forKey: .cells)
    switch (try container.decode(ScopeName.self, forKey: .scope), cells.count) {
    case (.run, 0): scope = .run
    case (.cell, 1): scope = .cell(cells[0])
    case (.pair, 2): scope = .pair(ArmPair(candidate: cells[0], baseline: cells[1]))
    case (let name, let count):
      throw DecodingError.dataCorruptedError(
        forKey: .cells, in: container,
        debugDescription: "a warning about a \(name.rawValue) names \(count) cells")
    }
  }

  /// Writes the scope as its name and its cells: none, one, or candidate and baseline.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(title, forKey: .title)
    let (name, cells): (ScopeName, [Int]) =
      switch scope {
      case .run: (.run, [])
      case .cell(let cell): (.cell, [cell])
      case .pair(let pair): (.pair, [pair.candidate, pair.baseline])
      }
    try container.encode(name, forKey: .scope)
    try container.encode(cells, forKey: .cells)
    try container.encode(metric, forKey: .metric)
    try container.encode(severity, forKey: .severity)
    try container.encode(seen, forKey: .seen)
    try container.encode(why, forKey: .why)
    try container.encode(advice, forKey: .advice)
  }
}

extension KeyedDecodingContainer {
  /// Reads warnings from a report of a version that had none.
  func decode(_ type: [MeasurementWarning].Type, forKey key: Key) throws -> [MeasurementWarning] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}
