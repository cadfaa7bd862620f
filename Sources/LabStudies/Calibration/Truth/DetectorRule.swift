import LabStatistics

/// The energy detector's documented rule, written down a second time: what it has to find in a sound that is
/// known.
///
/// Hops of 10 ms; a hop's level is that of the last 20 ms; `contextWindow` hops in a row at the threshold
/// begin speech; `smoothingWindow` hops in a row below probability 0.35 end it, where the last other one
/// ended. The probability is the logistic of the distance to the threshold in units of 2 dB.
struct DetectorRule {
  /// What is found, in samples of the microphone's stream.
  struct Finding: Hashable {
    /// How much had to be heard until speech was known to have begun.
    var began: Int
    /// Where the end of speech is placed.
    var located: Int
    /// How much had to be heard until the end was known.
    var noticed: Int
  }

  private static let hop = CalibrationUtterance.sampleRate / 100

  /// The distance from the threshold at which the probability is 0.35, in dB.
  private static let exitDistance = 2 * PortableMath.log(0.35 / 0.65)

  /// Looks for the speech of an utterance that begins at a position of the stream.
  ///
  /// - Returns: `nil` when the rule finds no speech, or more than one stretch of it.
  static func finding(of utterance: CalibrationUtterance, at speechStart: Int) -> Finding? {
    let clipStart = speechStart - utterance.speech.lowerBound
    let firstHop = clipStart / hop - 1
    let lastHop = (clipStart + utterance.samples.count) / hop + CalibrationPlan.smoothingWindow + 2
    var energies = [0.0, 0.0]
    var loudRun = 0
    var began: Int?
    var located = 0
    var finding: Finding?
    for index in firstHop...lastHop {
      let start = index * hop - clipStart
      let part = utterance.samples[(start..<start + hop).clamped(to: utterance.samples.indices)]
      energies = [energies[1], part.reduce(0) { $0 + Double($1) * Double($1) }]
      let end = (index + 1) * hop
      let distance = level(energies[0] + energies[1]) - CalibrationPlan.thresholdDBFS
      guard let start = began else {
        loudRun = distance >= 0 ? loudRun + 1 : 0
        if loudRun == CalibrationPlan.contextWindow {
          guard finding == nil else { return nil }
          (began, located) = (end, end)
        }
        continue
      }
      if distance >= exitDistance { located = end }
      guard end - located == CalibrationPlan.smoothingWindow * hop else { continue }
      finding = Finding(began: start, located: located, noticed: end)
      (began, loudRun) = (nil, 0)
    }
    return began == nil ? finding : nil
  }

  /// dBFS of two hops whose squares sum to `energy`.
  private static func level(_ energy: Double) -> Double {
    guard energy > 0 else { return -120 }
    let meanSquare = energy / Double(2 * hop) / (32_768 * 32_768)
    return 10 * PortableMath.log(meanSquare) / PortableMath.log(10)
  }
}
