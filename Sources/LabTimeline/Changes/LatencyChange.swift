/// What a latency would be if it were another: longer or shorter by so much, by such a share, or just so
/// long.
public enum LatencyChange: Hashable, Sendable {
  /// Longer by a duration; shorter when it is negative. Nothing takes less than no time.
  case by(Duration)
  /// A multiple of what it was: 0.8 is 20 % less.
  case times(Double)
  /// As long as this, whatever it was.
  case to(Duration)

  /// The factors that can be asked for: from nothing to a hundred times as long.
  public static let factors = 0.0...100.0
  /// The longest change or latency that can be asked for.
  public static let longest = Duration.seconds(3600)

  /// Reads `-100ms`, `+0.2s`, `-20%` or `300ms`; `nil` for anything else, and for a share without a sign.
  public init?(_ text: String) {
    var rest = Substring(text)
    let sign: Double? =
      switch rest.first {
      case "+": 1
      case "-", "−": -1
      default: nil
      }
    if sign != nil { rest = rest.dropFirst() }
    guard let unit = ["ms", "s", "%"].first(where: { rest.hasSuffix($0) }) else { return nil }
    let digits = rest.dropLast(unit.count)
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits) else {
      return nil
    }
    guard unit != "%" else {
      guard let sign, Self.factors.contains(1 + sign * number / 100) else { return nil }
      self = .times(1 + sign * number / 100)
      return
    }
    let nanoseconds = (number * (unit == "s" ? 1e9 : 1e6)).rounded()
    guard nanoseconds <= Double(Self.longest.nanoseconds) else { return nil }
    let duration = Duration.nanoseconds(Int64((sign ?? 1) * nanoseconds))
    self = sign == nil ? .to(duration) : .by(duration)
  }

  /// What a latency becomes, in whole nanoseconds and never below zero.
  public func applied(to latency: Duration) -> Duration {
    switch self {
    case .by(let difference): max(.zero, latency + difference)
    case .times(let factor): .nanoseconds(Int64((Double(latency.nanoseconds) * factor).rounded()))
    case .to(let duration): max(.zero, duration)
    }
  }
}
