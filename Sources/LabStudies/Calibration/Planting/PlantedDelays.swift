import LabStatistics

/// The delays of a calibration, by provider: every combination of them is a cell.
///
/// The first service of each kind has delays chosen by hand, the others have drawn ones. Delays are drawn
/// until no two sums of different stages of one cell lie within ten microseconds of each other, so that a
/// metric that reads a wrong event, or adds a stage too many, cannot come out right at random.
public struct PlantedDelays: Hashable, Sendable, Codable {
  /// The recognisers. The last one settles its transcript after the silence that ends a turn, so that the
  /// turn waits for it; the others settle during that silence.
  public var recognisers: [PlantedRecogniser]
  /// The models.
  public var models: [PlantedModel]
  /// The synthesisers: one over a WebSocket and one over HTTP.
  public var synthesisers: [PlantedSynthesiser]

  private enum CodingKeys: String, CodingKey {
    case recognisers = "stt"
    case models = "llm"
    case synthesisers = "tts"
  }

  /// Two sums closer than this count as equal, in nanoseconds.
  static let leastDistance: Int64 = 10_000

  /// - Parameter isQuick: Two models in place of nine.
  public init(seed: UInt64, isQuick: Bool) {
    var generator = SeededGenerator(seed: seed, stream: "calibration")
    repeat {
      self.init(using: &generator, models: isQuick ? Array(Self.modelNames.prefix(2)) : Self.modelNames)
    } while !cells.allSatisfy(Self.hasDistinctSums)
  }

  static let modelNames = [
    "openai/gpt-4o-mini", "openai/gpt-4o", "openai/gpt-4.1", "openai/gpt-4.1-mini", "openai/gpt-5-mini",
    "openai/gpt-5.1", "openai/gpt-5.4", "openai/gpt-5.6-luna", "openai/gpt-5.6-terra",
  ]

  private init(using generator: inout SeededGenerator, models names: [String]) {
    func draw(_ milliseconds: ClosedRange<Double>) -> Int64 {
      Int64((generator.uniform(in: milliseconds) * 1e6).rounded())
    }
    recognisers = [
      PlantedRecogniser(
        provider: "deepgram/nova-3", handshake: 23_456_789, interim: 61_728_395, final: 187_654_321),
      PlantedRecogniser(
        provider: "deepgram/nova-2", handshake: draw(30...60), interim: draw(20...55), final: draw(620...700)),
    ]
    models = names.enumerated().map { index, name in
      index == 0
        ? PlantedModel(provider: name, firstToken: 234_567_891, tokenInterval: 9_876_543)
        : PlantedModel(provider: name, firstToken: draw(80...420), tokenInterval: draw(4...15))
    }
    synthesisers = [
      PlantedSynthesiser(
        provider: "deepgram/aura-2", handshake: 34_567_891, firstAudio: 143_219_876,
        leadingSilence: 83_000_000),
      PlantedSynthesiser(
        provider: "deepgram/aura-2-http", handshake: 0, firstAudio: draw(90...250),
        leadingSilence: Int64(20 + generator.integer(below: 110)) * 1_000_000),
    ]
  }

  /// Every combination.
  public var cells: [PlantedCell] {
    recognisers.flatMap { recogniser in
      models.flatMap { model in
        synthesisers.map { PlantedCell(recogniser: recogniser, model: model, synthesiser: $0) }
      }
    }
  }

  /// What the cell of these providers plants; `nil` when there is no such cell.
  public func cell(stt: String, llm: String, tts: String) -> PlantedCell? {
    cells.first {
      $0.recogniser.provider == stt && $0.model.provider == llm && $0.synthesiser.provider == tts
    }
  }

  /// Whether all sums of the stages of a cell, each counted once or not at all, differ.
  static func hasDistinctSums(_ cell: PlantedCell) -> Bool {
    let sums = cell.delays.reduce([0]) { sums, delay in sums + sums.map { $0 + delay } }.sorted()
    return zip(sums, sums.dropFirst()).allSatisfy { $1 - $0 >= leastDistance }
  }
}
