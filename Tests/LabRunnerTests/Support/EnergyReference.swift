import Foundation
import LabTimeline

@testable import LabRunner

/// The energy detector and its segmenter written down once more, plainly: 10 ms hops of 16 kHz, the level of the
/// last 20 ms, three loud hops in a row begin speech, sixteen quiet ones end it.
enum EnergyReference {
  struct Span: Hashable {
    /// When the beginning was noticed, where the end is placed and when that was noticed, in ms.
    var began: Int64
    var located: Int64
    var noticed: Int64
  }

  static func spans(in sound: [Int16]) -> [Span] {
    // The logistic of (level + 35) / 2 reaches 0.5 at −35 dBFS and falls below 0.35 at 1.238 dB less.
    let quiet = -35 + 2 * log(0.35 / 0.65)
    var spans: [Span] = []
    var loudRun = 0
    var began: Int64?
    var located: Int64 = 0
    for hop in 1..<sound.count / 160 {
      let window = sound[(hop - 1) * 160..<(hop + 1) * 160]
      let level =
        10 * log10(window.reduce(0.0) { $0 + Double($1) * Double($1) } / 320 / (32_768.0 * 32_768.0))
      let end = Int64(hop + 1) * 10
      guard let start = began else {
        loudRun = level >= -35 ? loudRun + 1 : 0
        if loudRun == 3 { (began, located) = (end, end) }
        continue
      }
      if level >= quiet { located = end }
      guard end - located == 160 else { continue }
      spans.append(Span(began: start, located: located, noticed: end))
      (began, loudRun) = (nil, 0)
    }
    return spans
  }

  /// The end of the microphone buffer of 512 samples (32 ms) in which an instant falls.
  static func buffered(_ milliseconds: Int64) -> Int64 { (milliseconds + 31) / 32 * 32 }
}
