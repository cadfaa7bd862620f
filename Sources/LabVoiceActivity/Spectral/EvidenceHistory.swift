/// Adds to the evidence of a frame how much it changed since some frames ago.
struct EvidenceHistory: Sendable {
  private let changing = Evidence.changing
  private let lags = Evidence.lags
  /// The changing statistics of the last frames, slot by slot.
  private var past: [Float]
  private var slot = 0
  private var frames = 0
  private let slots: Int

  init() {
    slots = (Evidence.lags.max() ?? 0) + 1
    past = Array(repeating: 0, count: slots * Evidence.changing.count)
  }

  /// Takes in the statistics of the frame and writes the changes behind them; 0 until enough frames have been
  /// heard.
  mutating func update(_ evidence: inout Evidence) {
    Self.remember(evidence, changing, &past, at: slot * changing.count)
    var place = Evidence.statistics.count
    for lag in lags {
      if frames >= lag {
        Self.write(past, changing.count, now: slot, before: slot - lag, slots, &evidence, at: place)
      }
      place += changing.count
    }
    slot = slot + 1 == slots ? 0 : slot + 1
    frames += 1
  }

  private static func remember(_ evidence: Evidence, _ places: [Int], _ past: inout [Float], at start: Int) {
    let values = evidence.values.span
    let places = places.span
    var past = past.mutableSpan
    precondition(start + places.count <= past.count)
    for index in places.indices { past[unchecked: start &+ index] = values[places[unchecked: index]] }
  }

  private static func write(
    _ past: [Float], _ count: Int, now: Int, before: Int, _ slots: Int, _ evidence: inout Evidence,
    at place: Int
  ) {
    let past = past.span
    let now = now &* count
    let before = (before < 0 ? before &+ slots : before) &* count
    var values = evidence.values.mutableSpan
    precondition(place + count <= values.count)
    for index in 0..<count {
      values[unchecked: place &+ index] = past[unchecked: now &+ index] - past[unchecked: before &+ index]
    }
  }
}
