public import LabCost
public import LabRecord
import LabStatistics
import LabTimeline

/// What the cells of runs cost, would cost in conversations of another shape, and what speech-to-speech
/// would.
public struct CostReport: Sendable {
  /// What is asked for.
  public struct Request: Sendable {
    public var shape: ConversationShape
    /// Tiers by name: of one vendor, or of all that have one of that name.
    public var tiers: [TierChoice]
    /// The ids of speech-to-speech models or agents to compare with.
    public var rivals: [String]

    public init(
      shape: ConversationShape = ConversationShape(), tiers: [TierChoice] = [], rivals: [String] = []
    ) {
      self.shape = shape
      self.tiers = tiers
      self.rivals = rivals
    }
  }

  /// One line: a cell, or a rival of a cell.
  public struct Line: Sendable {
    /// What is priced.
    public var kind: Kind
    public var run: String
    public var cell: Cell
    /// The rival; `nil` for the cell itself.
    public var rival: String?
    /// `nil` when something has no price; `unpriced` says what.
    public var result: CostProjection.Result?
    public var unpriced: [String]
    /// The session that is priced.
    public var session: ProjectedSession
    public var turns: Double
    public var talkShare: Double
    /// Conversations that it was measured from.
    public var conversations: Int

    /// Whose the line is.
    public enum Kind: String, Hashable, Sendable {
      case pipeline
      /// A rival that is not billed for the history.
      case rival
      /// Everything that was read before is in the provider's cache: the least.
      case cached = "speech_to_speech_cached"
      /// Nothing is: the most.
      case uncached = "speech_to_speech_uncached"
    }

    /// The cell or the rival in words.
    public var name: String {
      switch kind {
      case .pipeline: cell.services.joined(separator: " + ")
      case .rival: rival ?? ""
      case .cached: "\(rival ?? ""), all cached"
      case .uncached: "\(rival ?? ""), nothing cached"
      }
    }
  }

  public let asOf: String
  public let request: Request
  public let lines: [Line]
  /// What must be known beside the figures.
  public let notes: [String]
  /// Dollars an hour over session lengths, for the chart.
  package let curves: [CostCurve]

  /// Prices the cells of analysed runs.
  ///
  /// - Throws: `CostError` when a tier or a rival is unknown and when a run holds nothing to project from.
  public init(
    _ runs: [(name: String, analysis: RunAnalysis)], prices: PriceBook, request: Request
  ) throws(CostError) {
    asOf = prices.asOf
    self.request = request
    let pricing = try CostPricing(book: prices, request: request)
    var lines: [Line] = []
    var curves: [CostCurve] = []
    var notes: [String] = []
    for (name, analysis) in runs {
      for (index, cell) in analysis.report.cells.enumerated() {
        guard cell.turns > 0, cell.conversationSeconds > 0 else {
          notes.append("“\(cell.cell.name)” of \(name) has no conversation, so it has no cost.")
          continue
        }
        let generator = SeededGenerator(seed: analysis.report.run.seed).derived(name: cell.cell.name)
        let sessions = analysis.sessions[index]
        let projection = try CostProjection(sessions, shape: request.shape, generator: generator)
        if !projection.knowsGrowth {
          notes.append(
            "The conversations of “\(cell.cell.name)” have one turn each, so how prompts grow was not measured: they "
              + "are taken to stay as they are.")
        }
        lines += pricing.lines(of: cell.cell, in: name, projection)
        curves += try pricing.curves(of: cell.cell, sessions, generator: generator)
      }
    }
    guard !lines.isEmpty else {
      throw CostError(
        "There is no conversation to price.", hint: "Name a run folder that measured something.")
    }
    self.lines = lines
    self.curves = CostCurve.distinct(curves)
    self.notes = Self.distinct(notes) + pricing.notes(for: lines)
  }

  static func distinct(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

/// A tier on the command line: `growth`, or `deepgram=growth` for one vendor.
public struct TierChoice: Hashable, Sendable {
  public var vendor: String?
  public var name: String

  /// Reads `TIER` or `VENDOR=TIER`; `nil` when a part is empty.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.allSatisfy({ !$0.isEmpty }), let name = parts.last else { return nil }
    vendor = parts.count == 2 ? parts[0] : nil
    self.name = name
  }

  /// Whether it is meant for a provider.
  func covers(_ id: String) -> Bool { vendor.map { id.hasPrefix($0 + "/") } ?? true }
}
