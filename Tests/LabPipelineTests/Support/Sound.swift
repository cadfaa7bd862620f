import LabTimeline

extension LabInstant {
  static func ms(_ milliseconds: Int64) -> LabInstant {
    LabInstant(nanoseconds: milliseconds * 1_000_000)
  }
}

/// Sounds whose every sample is known.
enum Sound {
  static func silence(_ samples: Int) -> [Int16] { [Int16](repeating: 0, count: samples) }

  /// A square wave of half the sample rate.
  static func tone(_ samples: Int, amplitude: Int16 = 3000) -> [Int16] {
    (0..<samples).map { $0.isMultiple(of: 2) ? amplitude : -amplitude }
  }

  static func bytes(_ samples: [Int16]) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }
}
