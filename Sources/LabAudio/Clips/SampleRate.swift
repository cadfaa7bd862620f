/// How many samples of a channel make one second.
public struct SampleRate: Hashable, Comparable, Sendable, Codable, ExpressibleByIntegerLiteral {
  /// The rates that files may have and that clips can be brought to, in hertz.
  public static let allowed = 4_000...384_000

  /// 16 kHz, the rate of the shipped corpora.
  public static let wideband: SampleRate = 16_000

  /// Samples per second.
  public let hertz: Int

  /// Takes a rate that the program itself knows.
  ///
  /// - Precondition: `hertz` is in ``allowed``. For numbers from outside use ``init(validating:)``.
  public init(hertz: Int) {
    precondition(Self.allowed.contains(hertz), "sample rate \(hertz) Hz is outside \(Self.allowed)")
    self.hertz = hertz
  }

  /// Takes a rate from outside; nil when it is not in ``allowed``.
  public init?(validating hertz: Int) {
    guard Self.allowed.contains(hertz) else { return nil }
    self.hertz = hertz
  }

  public init(integerLiteral hertz: Int) { self.init(hertz: hertz) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let rate = SampleRate(validating: try container.decode(Int.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a sample rate must be in \(Self.allowed) Hz")
    }
    self = rate
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hertz)
  }

  public static func < (left: Self, right: Self) -> Bool { left.hertz < right.hertz }

  /// Returns how long `samples` last, in nanoseconds, rounded to the nearest.
  public func nanoseconds(of samples: Int) -> Int64 {
    let (seconds, rest) = samples.quotientAndRemainder(dividingBy: hertz)
    return Int64(seconds) * 1_000_000_000
      + Int64((Double(rest) * 1e9 / Double(hertz)).rounded())
  }

  /// Returns how many whole samples lie nearest to a span of milliseconds.
  public func samples(inMilliseconds milliseconds: Double) -> Int {
    Int((milliseconds * Double(hertz) / 1_000).rounded())
  }

  /// Returns where a sample of a clip at this rate lies in the same clip at another rate.
  public func position(of sample: Int, at other: SampleRate) -> Int {
    guard other != self else { return sample }
    return Int((Double(sample) * Double(other.hertz) / Double(hertz)).rounded())
  }
}
