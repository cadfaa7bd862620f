public import LabCost
public import LabRecord
public import LabTimeline

/// What a cell's usage costs by the price book, or would cost if real providers had been used.
public struct CellCost: Hashable, Sendable {
  /// US dollars for all conversations of the cell that count; `nil` when part of it has no price.
  @NullCodable public var usdTotal: Dollars? = nil
  /// US dollars per hour of conversation; `nil` when the total is, or when there was no conversation.
  @NullCodable public var usdPerHour: Dollars? = nil
  /// Its 95 % interval over conversations, from lower to upper; `nil` when there are too few of them.
  @NullCodable public var usdPerHourInterval: [Dollars]? = nil
  /// US dollars per conversation, and per turn with its share of what belongs to no turn.
  @NullCodable public var usdPerSession: Dollars? = nil
  @NullCodable public var usdPerTurn: Dollars? = nil
  /// The providers of the cell, each once, in the order of the pipeline.
  public var providers: [Provider]
  /// The providers whose price is not known, sorted.
  public var unpriced: [String]

  /// One provider's part.
  public struct Provider: Hashable, Sendable, Codable {
    /// What it is paid for; of one that does several things, the first.
    public var stage: Stage
    public var provider: String
    /// US dollars for all conversations of the cell; `nil` when there is no price.
    @NullCodable public var usdTotal: Dollars? = nil
    @NullCodable public var usdPerHour: Dollars? = nil
    /// Whether the price is an estimate, derived from a plan, or badly sourced.
    public var isApproximate: Bool
  }

  /// The cost of a cell for which no price is known.
  public static func unpriced(_ cell: Cell) -> CellCost {
    let providers = providers(of: cell).map {
      Provider(stage: $0.stage, provider: $0.id, usdTotal: nil, usdPerHour: nil, isApproximate: false)
    }
    return CellCost(providers: providers, unpriced: providers.map(\.provider).sorted())
  }

  /// The providers of a cell, each once, with the axis on which it stands first.
  package static func providers(of cell: Cell) -> [(stage: Stage, id: String)] {
    var seen: Set<String> = []
    let all: [(stage: Stage, id: String)] = [
      (.stt, transcriber(of: cell) ?? cell.stt), (.llm, cell.llm), (.tts, cell.tts),
    ]
    return all.filter { $0.id != Cell.none && seen.insert($0.id).inserted }
  }

  /// The model that a speech-to-speech service has the caller's words written down with, which is billed by
  /// itself: the one that the lab asks for.
  private static func transcriber(of cell: Cell) -> String? {
    cell.isSpeechToSpeech && cell.llm.hasPrefix("openai/") ? "openai/gpt-4o-mini-transcribe" : nil
  }
}

extension CellCost: Codable {
  private enum CodingKeys: String, CodingKey {
    case usdTotal = "usd_total"
    case usdPerHour = "usd_per_hour"
    case usdPerHourInterval = "usd_per_hour_ci95"
    case usdPerSession = "usd_per_session"
    case usdPerTurn = "usd_per_turn"
    case providers, unpriced
  }

  /// Reads a cost; reports from before there was a price book have no providers in it.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    usdTotal = try values.decodeIfPresent(Dollars.self, forKey: .usdTotal)
    usdPerHour = try values.decodeIfPresent(Dollars.self, forKey: .usdPerHour)
    usdPerHourInterval = try values.decodeIfPresent([Dollars].self, forKey: .usdPerHourInterval)
    usdPerSession = try values.decodeIfPresent(Dollars.self, forKey: .usdPerSession)
    usdPerTurn = try values.decodeIfPresent(Dollars.self, forKey: .usdPerTurn)
    providers = try values.decodeIfPresent([Provider].self, forKey: .providers) ?? []
    unpriced = try values.decode([String].self, forKey: .unpriced)
  }
}

extension CellCost.Provider {
  private enum CodingKeys: String, CodingKey {
    case stage, provider
    case usdTotal = "usd_total"
    case usdPerHour = "usd_per_hour"
    case isApproximate = "approximate"
  }
}
