import LabTransport
import Synchronization
import Testing

@Suite("Driver inbox")
struct DriverInboxTests {
  private func event(_ number: Int) -> TransportEvent {
    TransportEvent(connection: TransportID(number), at: MonotonicClock.now(), kind: .sent(tag: number))
  }

  @Test("hands over everything that came, in order, in one go")
  func order() {
    let inbox = DriverInbox()
    for number in 0..<100 { inbox.deliver(event(number)) }
    #expect(inbox.wait(until: nil).map(\.connection.number) == Array(0..<100))
  }

  @Test("returns nothing at the deadline, not before it and at once when it has passed")
  func deadline() {
    let inbox = DriverInbox()
    let deadline = MonotonicInstant.now(plus: .milliseconds(60))
    #expect(inbox.wait(until: deadline).isEmpty)
    let woken = MonotonicClock.now()
    #expect(woken >= deadline)
    #expect(deadline.duration(to: woken) < .seconds(1))
    #expect(inbox.wait(until: deadline).isEmpty)
    #expect(woken.duration(to: MonotonicClock.now()) < .seconds(1))
  }

  @Test("takes what is there even when the deadline has passed")
  func lateButFull() {
    let inbox = DriverInbox()
    inbox.deliver(event(1))
    #expect(inbox.wait(until: MonotonicInstant(nanoseconds: 0)).count == 1)
  }

  @Test("ends a wait for an event from another thread, and for a wake without one")
  func wakes() throws {
    let inbox = DriverInbox()
    let other = try DedicatedThread(priority: .ordinary) {
      let pause = DriverInbox()
      _ = pause.wait(until: .now(plus: .milliseconds(30)))
      inbox.deliver(event(7))
      _ = pause.wait(until: .now(plus: .milliseconds(30)))
      inbox.wake()
    }
    let limit = MonotonicInstant.now(plus: .seconds(20))
    #expect(inbox.wait(until: limit).map(\.connection.number) == [7])
    #expect(inbox.wait(until: limit).isEmpty)
    #expect(MonotonicClock.now() < limit)
    other.join()
  }

  @Test("lets what comes during a patient wait wait for the deadline, but no wake, nor what was there before")
  func patience() throws {
    let inbox = DriverInbox()
    var batch: [TransportEvent] = []
    let deadline = MonotonicInstant.now(plus: .milliseconds(60))
    let other = try DedicatedThread(priority: .ordinary) { inbox.deliver(event(1)) }
    other.join()
    inbox.wait(until: .now(plus: .seconds(20)), patient: true, into: &batch)
    #expect(batch.count == 1)
    #expect(MonotonicClock.now() < deadline)
    let late = try DedicatedThread(priority: .ordinary) {
      _ = DriverInbox().wait(until: .now(plus: .milliseconds(20)))
      inbox.deliver(event(2))
    }
    inbox.wait(until: deadline, patient: true, into: &batch)
    #expect(MonotonicClock.now() >= deadline)
    late.join()
    if batch.isEmpty { inbox.wait(until: nil, into: &batch) }
    #expect(batch.map(\.connection.number) == [2])
    let waker = try DedicatedThread(priority: .ordinary) { inbox.wake() }
    let limit = MonotonicInstant.now(plus: .seconds(20))
    inbox.wait(until: limit, patient: true, into: &batch)
    #expect(MonotonicClock.now() < limit)
    waker.join()
  }

  @Test("loses nothing and keeps each sender's order when several threads deliver at once")
  func manySenders() throws {
    let inbox = DriverInbox()
    let threads = try (0..<4).map { sender in
      try DedicatedThread(priority: .ordinary) {
        for index in 0..<5000 { inbox.deliver(event(sender * 10_000 + index)) }
      }
    }
    var numbers: [Int] = []
    let limit = MonotonicInstant.now(plus: .seconds(20))
    while numbers.count < 20_000, MonotonicClock.now() < limit {
      numbers += inbox.wait(until: limit).map(\.connection.number)
    }
    for thread in threads { thread.join() }
    for sender in 0..<4 {
      #expect(numbers.filter { $0 / 10_000 == sender } == (0..<5000).map { sender * 10_000 + $0 })
    }
  }
}

@Suite("Dedicated thread")
struct DedicatedThreadTests {
  @Test("runs its body before it can be joined, and says what scheduling it got")
  func runs() throws {
    let ran = Counter()
    let thread = try DedicatedThread(priority: .ordinary) { ran.increment() }
    thread.join()
    thread.join()
    #expect(ran.value == 1)
    #expect(!thread.scheduling.isRealTime)
    #if os(Linux)
      #expect(thread.scheduling.hasExactTimers)
    #endif
  }

  @Test("starts ordinary threads when it has reserved a share of a processor, or was refused one")
  func reserves() throws {
    let ran = Counter()
    let thread = try DedicatedThread(priority: .reservedIfPermitted(percent: 5)) {
      // Linux lets no thread that has a reservation start another one with the same.
      let other = try? DedicatedThread(priority: .ordinary) { ran.increment() }
      other?.join()
    }
    thread.join()
    #expect(ran.value == 1)
    let beyondAnyProcessor = try DedicatedThread(priority: .reservedIfPermitted(percent: 200)) {}
    beyondAnyProcessor.join()
    #expect(beyondAnyProcessor.scheduling.isRealTime == thread.scheduling.isRealTime)
  }

  private typealias Counter = ScriptedServer.Counter
}
