import LabAnalysis
import LabRecord
import LabTimeline

extension InstrumentCalibration {
  /// How far the instrument may be wrong and how that is known, in one sentence for a reader of a report.
  var sentence: String {
    switch state {
    case .none:
      return "How far this machine's figures may be wrong is not known: no calibration was found "
        + "('turnlab calibrate' makes one)."
    case .virtualTimeOnly:
      return
        "How far this machine's figures may be wrong is not known: the calibration of \(date) was made in "
        + "virtual time alone."
    case .current:
      return error + ", by the calibration of \(date) on this machine with this version." + verdict
    case .otherVersion:
      return error + ", by the calibration of \(date) on this machine with version \(version ?? "unknown"), "
        + "which is another one." + verdict
    case .otherMachine:
      return error
        + " on \(host ?? "an unknown machine"), by the calibration of \(date); this is another machine."
        + verdict
    }
  }

  private var error: String {
    guard let error = voiceToVoiceError else { return "The error of a latency is not known" }
    let most =
      error.p99.map { "\(Self.text($0)) ms in 99 of 100 turns" }
      ?? "at most \(Self.text(error.maximum)) ms in \(error.count) turns"
    return "A latency is too long by \(Self.text(error.p50)) ms in the median and \(most)"
  }

  private var verdict: String { isFit == false ? " The calibration found the instrument not fit." : "" }
  private var date: String { madeAt.map { String($0.prefix { $0 != "T" }) } ?? "an unknown date" }

  private static func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 1) }
}
