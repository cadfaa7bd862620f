extension CalibrationCertificate {
  /// What the calibration comes to, in one plain sentence.
  public var conclusion: String {
    if let errors = voiceToVoice(.loopback) { return Self.realTime(errors) }
    let offline = metrics.filter { $0.untold == nil && $0.modes.contains { $0.mode == .offline } }
    let wrong = offline.filter { !$0.holds }
    guard wrong.isEmpty else {
      return "In virtual time \(wrong.count) of \(offline.count) metrics did not come out as planted: "
        + wrong.map(\.metric).joined(separator: ", ") + "."
    }
    return
      "In virtual time all \(offline.count) metrics came out as planted, to the nanosecond, in every turn."
  }

  private static func realTime(_ errors: ErrorDistribution) -> String {
    let most =
      errors.p99.map { "\(amount($0)) in 99 of 100 turns" }
      ?? "at most \(amount(errors.maximum)) in \(errors.count) turns"
    return
      "On this machine a latency of this lab is too long by \(amount(errors.p50 ?? errors.mean)) in the median "
      + "and \(most)."
  }

  private static func amount(_ milliseconds: Double) -> String {
    let tenths = Int64((milliseconds * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10) ms"
  }
}
