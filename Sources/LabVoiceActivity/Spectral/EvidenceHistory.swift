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

  /// Takes in the statistics of the frame and writes the changes behind them; 0 until enough frames have been heard.
  mutating func update(_ evidence: inout Evidence) {
    let count = changing.count
    for index in 0..<count { past[slot * count + index] = evidence.values[changing[index]] }
    var place = Evidence.statistics.count
    for lag in lags {
      let before = (slot + slots - lag) % slots * count
      for index in 0..<count {
        evidence.values[place] = frames >= lag ? past[slot * count + index] - past[before + index] : 0
        place += 1
      }
    }
    slot = (slot + 1) % slots
    frames += 1
  }
}
