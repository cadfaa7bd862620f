import Foundation
import LabTimeline
import Testing

@Suite("A lab instant")
struct LabInstantTests {
  @Test("moves by whole nanoseconds and gives exact differences, also far from the origin")
  func arithmetic() {
    let late = LabInstant(nanoseconds: 9_000_000_000_000_000_001)
    #expect((late + .nanoseconds(1)).nanoseconds == 9_000_000_000_000_000_002)
    #expect((late - .nanoseconds(2)).nanoseconds == 8_999_999_999_999_999_999)
    #expect(late - .origin == .nanoseconds(9_000_000_000_000_000_001))
    #expect(LabInstant.origin - late == .nanoseconds(-9_000_000_000_000_000_001))
    #expect(LabInstant.origin.duration(to: late) == late - .origin)
  }

  @Test("is ordered by time")
  func order() {
    #expect(LabInstant(nanoseconds: -1) < .origin)
    #expect(!(LabInstant.origin < .origin))
  }

  @Test("is a bare number in JSON")
  func coding() throws {
    let instant = LabInstant(nanoseconds: 1_234_567_890_123_456_789)
    let data = try JSONEncoder().encode([instant])
    #expect(String(bytes: data, encoding: .utf8) == "[1234567890123456789]")
    #expect(try JSONDecoder().decode([LabInstant].self, from: data) == [instant])
  }
}

@Suite("A duration")
struct DurationNanosecondTests {
  @Test("gives its whole nanoseconds, with its sign, and cuts off what is finer")
  func nanoseconds() {
    #expect(Duration.seconds(90).nanoseconds == 90_000_000_000)
    #expect(Duration.nanoseconds(-1).nanoseconds == -1)
    #expect((Duration.zero - .milliseconds(1500)).nanoseconds == -1_500_000_000)
    #expect(Duration(secondsComponent: 0, attosecondsComponent: 1_999_999_999).nanoseconds == 1)
  }

  @Test("is made of milliseconds to the nearest nanosecond")
  func milliseconds() {
    #expect(Duration(milliseconds: 0.0000006) == .nanoseconds(1))
    #expect(Duration(milliseconds: 0.0000004) == .zero)
    #expect(Duration(milliseconds: -1.5) == .microseconds(-1500))
    #expect(Duration.nanoseconds(1_234_567).milliseconds == 1.234567)
  }
}
