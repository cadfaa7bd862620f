import Foundation

/// A level against full scale (dBFS), or the difference of two levels (dB).
///
/// Full scale is a sample of 32768. The level of a signal is that of its root mean square, so a square
/// wave at full scale has 0 dBFS and a sine at full scale −3.01 dBFS. Digital silence is −∞.
public struct Decibels: Hashable, Comparable, Sendable, Codable, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, CustomStringConvertible
{
  /// The level of nothing but zeros.
  public static let silence = Decibels(-.infinity)

  public let value: Double

  public init(_ value: Double) { self.value = value }

  public init(floatLiteral value: Double) { self.init(value) }

  public init(integerLiteral value: Int) { self.init(Double(value)) }

  /// Takes the level of an amplitude, where 1 is full scale.
  public init(amplitude: Double) { self.init(20 * log10(amplitude)) }

  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Double?.self) ?? -.infinity)
  }

  /// Writes a number, or null for silence, which JSON has no number for.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.isFinite ? value : nil)
  }

  /// The factor that raises an amplitude by this much.
  public var amplitude: Double { pow(10, value / 20) }

  public var description: String { String(format: "%.1f dB", value) }

  public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
  public static func + (left: Self, right: Self) -> Self { Decibels(left.value + right.value) }
  public static func - (left: Self, right: Self) -> Self { Decibels(left.value - right.value) }
  public static prefix func - (level: Self) -> Self { Decibels(-level.value) }
}
