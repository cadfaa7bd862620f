import Foundation
import Testing

@testable import LabCost

@Suite("Dollars")
struct DollarsTests {
  @Test(
    "are read from plain digits, exactly",
    arguments: [
      ("0.0048", 4_800_000), ("15.00", 15_000_000_000), ("0.000000001", 1), ("3", 3_000_000_000),
      ("-0.5", -500_000_000), ("000.10", 100_000_000),
    ] as [(String, Int128)])
  func reading(text: String, nanodollars: Int128) {
    #expect(Dollars(decimal: text)?.nanodollars == nanodollars)
  }

  @Test(
    "are not read from anything else",
    arguments: [
      "", ".", "1.", ".5", "1e3", "1,5", "+1", "--1", "0.0000000001", "1.2.3", "1234567890123456", "٣", "1 ",
    ])
  func refusing(text: String) {
    #expect(Dollars(decimal: text) == nil)
  }

  @Test("sum to the same amount in any order, where binary numbers do not")
  func sums() throws {
    let dime = try #require(Dollars(decimal: "0.1"))
    let cents = try #require(Dollars(decimal: "0.2"))
    #expect(dime + cents == Dollars(decimal: "0.3"))
    #expect((0..<1_000_000).reduce(Dollars.zero) { sum, _ in sum + dime } == Dollars(decimal: "100000"))
  }

  @Test("are divided to the nearest billionth, halves to the even one")
  func division() {
    #expect(Dollars.quotient(of: 10, by: 4).nanodollars == 2)
    #expect(Dollars.quotient(of: 14, by: 4).nanodollars == 4)
    #expect(Dollars.quotient(of: 11, by: 4).nanodollars == 3)
    #expect(Dollars.quotient(of: -10, by: 4).nanodollars == -2)
    #expect(Dollars.quotient(of: -11, by: 4).nanodollars == -3)
    #expect(Dollars.quotient(of: 0, by: 7) == .zero)
  }

  @Test("are shown with as many decimals as asked for, rounded half away from zero")
  func texts() throws {
    let amount = try #require(Dollars(decimal: "1.005"))
    #expect(amount.text(decimals: 2) == "1.01")
    #expect(amount.text(decimals: 0) == "1")
    #expect(amount.text() == "1.005000000")
    #expect(Dollars(nanodollars: -4_999_999).text(decimals: 2) == "0.00")
    #expect(Dollars(nanodollars: -5_000_000).text(decimals: 2) == "-0.01")
  }

  @Test("pass through JSON without losing a digit")
  func json() throws {
    for text in ["0.1", "123456789.123456789", "0.000000001", "0", "-2.5", "999999999999999.999999999"] {
      let amount = try #require(Dollars(decimal: text))
      let data = try JSONEncoder().encode([amount])
      #expect(String(decoding: data, as: UTF8.self) == "[\(text)]")
      #expect(try JSONDecoder().decode([Dollars].self, from: data) == [amount])
    }
  }
}
