import LabTimeline

extension LabInstant {
  static func ms(_ milliseconds: Int64) -> LabInstant {
    LabInstant(nanoseconds: milliseconds * 1_000_000)
  }
}
