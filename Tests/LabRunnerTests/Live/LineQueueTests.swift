import LabPlan
import LabTimeline
import Testing

@testable import LabRunner

@Suite("The lines of a run in real time")
struct LineQueueTests {
  /// Has every conversation last as long as asked for, in virtual time, and says when each began.
  private func begins(
    due: [LabInstant?], lines: Int, start: LabInstant = .origin, lasting: (Int) -> Duration
  ) -> [LabInstant] {
    var queue = LineQueue(due: due, lines: lines, start: start)
    var ends: [LabInstant] = []
    var begins: [LabInstant] = []
    var now = start
    while !queue.isEmpty {
      ends.removeAll { $0 <= now }
      while let next = queue.take(at: now, underWay: ends.count) {
        #expect(next == begins.count)
        begins.append(now)
        ends.append(now + lasting(next))
      }
      let wake = [ends.min(), queue.nextBegin(underWay: ends.count)].compactMap { $0 }.min()
      guard let wake else { break }
      now = max(now, wake)
    }
    return begins
  }

  @Test("begin a conversation that is due at once, however long the others take, while one is free")
  func enough() {
    let due: [LabInstant?] = [.ms(0), .ms(10), .ms(10), .ms(500)]
    #expect(begins(due: due, lines: 4) { _ in .seconds(60) } == due.compactMap { $0 })
  }

  @Test("let a conversation that finds none free wait until one is")
  func tooFew() {
    let due: [LabInstant?] = [.ms(0), .ms(100), .ms(200), .ms(5000)]
    let begun = begins(due: due, lines: 1) { _ in .milliseconds(1000) }
    #expect(begun == [.ms(0), .ms(1000), .ms(2000), .ms(5000)])
  }

  @Test("make waits grow as Lindley's recursion says when one line is asked for more than it can carry")
  func lindley() throws {
    let schedule = try #require(
      ArrivalSchedule(.open(perMinute: 120, spacing: .poisson), count: 2000, seed: 3))
    let due = schedule.instants
    // 480 ms a conversation on a line that is asked for one every 500 ms; then 520.
    for length in [480, 520].map({ Duration.milliseconds($0) }) {
      let begun = begins(due: due, lines: 1) { _ in length }
      var wait = Duration.zero
      for index in due.indices.dropFirst() {
        wait = max(.zero, wait + length - (due[index] - due[index - 1]))
        #expect(begun[index] - due[index] == wait)
      }
      if length == .milliseconds(520) { #expect(wait > .seconds(20)) }
    }
  }

  @Test("do not change what was due by being slow: only the waits grow")
  func independent() throws {
    let due = try #require(
      ArrivalSchedule(.open(perMinute: 600, spacing: .even), count: 50, seed: 1)
    ).instants
    let fast = begins(due: due, lines: 2) { _ in .milliseconds(150) }
    let slow = begins(due: due, lines: 2) { _ in .milliseconds(300) }
    #expect(fast == due)
    // Two lines carry one conversation each 150 ms, and one is due each 100: pairs wait 100 ms longer each time.
    #expect(zip(slow, due).map { $0 - $1 }.last == .milliseconds(2400))
  }

  @Test("begin conversations that are due at no instant as soon as one is free, 37 ms apart at least")
  func closed() {
    let begun = begins(due: [nil, nil, nil, nil], lines: 2) { .milliseconds($0 == 0 ? 10 : 1000) }
    #expect(begun == [.ms(0), .ms(37), .ms(74), .ms(1037)])
  }

  @Test("go on from what the clock shows when a run is resumed")
  func resumed() {
    #expect(
      begins(due: [.ms(900), .ms(950)], lines: 1, start: .ms(800)) { _ in .milliseconds(100) }
        == [.ms(900), .ms(1000)])
    #expect(begins(due: [nil], lines: 1, start: .ms(800)) { _ in .zero } == [.ms(800)])
  }

  @Test("wake the driver for nobody while all are taken, and after the last")
  func nothingToDo() {
    var queue = LineQueue(due: [.ms(5), .ms(6)], lines: 1)
    #expect(queue.nextBegin(underWay: 0) == .ms(5))
    #expect(queue.nextBegin(underWay: 1) == nil)
    #expect(queue.take(at: .ms(4), underWay: 0) == nil)
    #expect(queue.take(at: .ms(5), underWay: 0) == 0)
    #expect(queue.take(at: .ms(99), underWay: 1) == nil)
    #expect(queue.take(at: .ms(99), underWay: 0) == 1)
    #expect(queue.isEmpty)
    #expect(queue.nextBegin(underWay: 0) == nil)
  }
}
