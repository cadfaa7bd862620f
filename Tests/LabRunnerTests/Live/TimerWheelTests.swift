import LabStatistics
import LabTimeline
import Testing

@testable import LabRunner

@Suite("The timer wheel")
struct TimerWheelTests {
  @Test("gives events in the order of their instants, near and far, and those of one instant as they came")
  func order() {
    var wheel = TimerWheel<String>(from: .ms(500))
    #expect(wheel.due() == nil)
    for (name, at) in [
      ("far", 90_000), ("past", 3), ("next", 501), ("same", 501), ("soon", 900), ("second", 1700),
    ] {
      wheel.schedule(name, at: .ms(Int64(at)))
    }
    #expect(wheel.due() == .ms(3))
    var names: [String] = []
    while let next = wheel.next() { names.append(next.event) }
    #expect(names == ["past", "next", "same", "soon", "second", "far"])
    #expect(wheel.due() == nil)
  }

  @Test(
    "leads where a queue leads, whatever is scheduled while it turns", arguments: [1, 2, 3, 4] as [UInt64])
  func asAQueue(seed: UInt64) {
    var generator = SeededGenerator(seed: seed, stream: "wheel")
    var wheel = TimerWheel<Int>(from: .ms(7))
    var queue = EventQueue<Int>()
    var now = LabInstant.ms(7)
    // From within a slot to beyond two rounds, and now and then behind the present.
    let reaches: [Int64] = [1000, 300_000, 20_000_000, 1_000_000_000, 3_000_000_000]
    for index in 0..<4000 {
      let reach = reaches[Int(generator.next() % 5)]
      let away = Int64(generator.next() % UInt64(reach)) - reach / 10
      // Rounded, so that instants meet.
      let at = LabInstant(nanoseconds: (now.nanoseconds + away) / 1000 * 1000)
      wheel.schedule(index, at: at)
      queue.schedule(index, at: at)
      guard generator.next() % 3 > 0 else { continue }
      #expect(wheel.due() == queue.due)
      let (turned, left) = (wheel.next(), queue.next())
      #expect(turned?.event == left?.event)
      if let left { now = max(now, left.at) }
    }
    while let left = queue.next() { #expect(wheel.next()?.event == left.event) }
    #expect(wheel.next() == nil)
  }
}
