import Foundation

/// An amount of US dollars, exact to the nanodollar.
///
/// Money is counted in whole nanodollars (a billionth of a dollar) and never in binary floating point: a sum
/// is the sum, whatever its order. The one place where an amount is rounded is ``quotient(of:by:)``.
public struct Dollars: Hashable, Sendable, Comparable {
  /// No money.
  public static let zero = Dollars(nanodollars: 0)
  /// How many decimals an amount can have.
  public static let decimals = 9

  /// The amount in billionths of a dollar.
  public var nanodollars: Int128

  public init(nanodollars: Int128) {
    self.nanodollars = nanodollars
  }

  /// Reads a plain decimal number such as `0.0048`; `nil` for anything else, also for more than nine decimals
  /// or more than 15 digits in front of the point.
  public init?(decimal text: some StringProtocol) {
    let isNegative = text.hasPrefix("-")
    let parts = text.dropFirst(isNegative ? 1 : 0).split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...15).contains(parts[0].count) else { return nil }
    let fraction = parts.count == 2 ? String(parts[1]) : "0"
    guard (1...Self.decimals).contains(fraction.count) else { return nil }
    let digits = parts[0] + fraction + String(repeating: "0", count: Self.decimals - fraction.count)
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int128(digits) else {
      return nil
    }
    nanodollars = isNegative ? -value : value
  }

  public static func < (left: Dollars, right: Dollars) -> Bool { left.nanodollars < right.nanodollars }

  public static func + (left: Dollars, right: Dollars) -> Dollars {
    Dollars(nanodollars: left.nanodollars + right.nanodollars)
  }

  public static func - (left: Dollars, right: Dollars) -> Dollars {
    Dollars(nanodollars: left.nanodollars - right.nanodollars)
  }

  /// Adds an amount to another.
  public static func += (left: inout Dollars, right: Dollars) { left = left + right }

  /// A count of nanodollars divided by a whole number above 0, to the nearest nanodollar, halves to the even
  /// one.
  public static func quotient(of nanodollars: Int128, by divisor: Int128) -> Dollars {
    let (quotient, remainder) = nanodollars.magnitude.quotientAndRemainder(dividingBy: divisor.magnitude)
    let twice = remainder * 2
    let goesUp = twice > divisor.magnitude || (twice == divisor.magnitude && quotient % 2 == 1)
    let value = Int128(quotient + (goesUp ? 1 : 0))
    return Dollars(nanodollars: nanodollars < 0 ? -value : value)
  }

  /// The amount as decimal digits, rounded half away from zero where it has more decimals. Zero has no sign.
  public func text(decimals: Int = Self.decimals) -> String {
    let kept = min(max(0, decimals), Self.decimals)
    let unit = (kept..<Self.decimals).reduce(UInt128(1)) { power, _ in power * 10 }
    let scaled = (nanodollars.magnitude + unit / 2) / unit
    let digits = String(scaled)
    let padded = String(repeating: "0", count: max(0, kept + 1 - digits.count)) + digits
    let sign = nanodollars < 0 && scaled > 0 ? "-" : ""
    return kept == 0 ? sign + padded : sign + padded.dropLast(kept) + "." + padded.suffix(kept)
  }

  /// The nearest binary number, for statistics, limits and drawings; never for sums.
  public var approximation: Double { Double(nanodollars) / 1e9 }
}

extension Dollars: Codable {
  /// Reads a number; decimals beyond the ninth are rounded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    var exact = try container.decode(Decimal.self)
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, Self.decimals, .plain)
    guard let value = Dollars(decimal: rounded.description) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no amount of dollars")
    }
    self = value
  }

  /// Writes the exact amount as a JSON number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    var digits = text()[...]
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    guard let decimal = Decimal(string: String(digits)) else {
      throw EncodingError.invalidValue(
        self, .init(codingPath: container.codingPath, debugDescription: "more digits than a number can have"))
    }
    try container.encode(decimal)
  }
}
