/// A day of the Gregorian calendar, without a time zone: “today” is whatever day the caller says it is.
public struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let year: Int
  /// From 1.
  public let month: Int
  /// From 1.
  public let day: Int

  /// Reads `2026-12-01`; nil for anything else, and for a day that no calendar has.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ $0.isASCII && $0.isNumber }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      (1...Self.days(in: month, of: year)).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// `2026-12-01`.
  public var description: String {
    [(year, 4), (month, 2), (day, 2)]
      .map { number, width in
        String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
      }
      .joined(separator: "-")
  }

  /// Orders by time.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
