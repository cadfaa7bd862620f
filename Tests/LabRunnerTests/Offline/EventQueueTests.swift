import LabTimeline
import Testing

@testable import LabRunner

@Suite("The event queue")
struct EventQueueTests {
  @Test("gives events in the order of their instants")
  func order() {
    var queue = EventQueue<String>()
    queue.schedule("late", at: .ms(9))
    queue.schedule("early", at: .ms(1))
    #expect(queue.due == .ms(1))
    let (first, second, third) = (queue.next(), queue.next(), queue.next())
    #expect(first?.event == "early")
    #expect(second?.at == .ms(9))
    #expect(third == nil)
    #expect(queue.due == nil)
  }

  @Test("lets equal instants leave in the order in which they came, however many and whatever is between")
  func ties() {
    var queue = EventQueue<Int>()
    for index in 0..<1000 { queue.schedule(index, at: .ms(Int64(index % 3))) }
    for index in 1000..<1500 {
      _ = queue.next()
      queue.schedule(index, at: .ms(2))
    }
    var left: [Int] = []
    while let next = queue.next() { left.append(next.event) }
    let expected =
      (0..<1000)
      .filter { $0 % 3 == 1 }.suffix(167) + (0..<1000).filter { $0 % 3 == 2 } + (1000..<1500)
    #expect(left == Array(expected))
  }
}

@Suite("The book of timers")
struct TimerTableTests {
  @Test("lets a timer run once")
  func once() {
    var book = TimerTable<String>()
    let ticket = book.start("a")
    #expect(book.redeem(ticket) == true)
    #expect(book.redeem(ticket) == false)
  }

  @Test("knows that a timer was replaced or taken back")
  func stale() {
    var book = TimerTable<String>()
    let first = book.start("a")
    let other = book.start("b")
    let second = book.start("a")
    #expect(book.redeem(first) == false)
    #expect(book.redeem(second) == true)
    book.cancel("b")
    #expect(book.redeem(other) == false)
    book.cancel("never started")
  }
}
