import LabRecord
import LabTimeline
import Testing

@testable import LabRunner

@Suite("The instrument's books")
struct InstrumentBookTests {
  private func compare(_ looks: [(monotonic: Int64, wall: Int64, boot: Int64?)]) -> ClockComparison {
    var clocks = ClockComparison()
    for look in looks {
      clocks.add(
        ClockComparison.Look(
          monotonic: look.monotonic * 1_000_000, wall: look.wall * 1_000_000,
          countingSuspensions: look.boot.map { $0 * 1_000_000 }))
    }
    return clocks
  }

  @Test("find no jump where the clocks go alike, and know nothing before the second look")
  func quiet() {
    let clocks = compare([(0, 50_000, 100), (2000, 52_000, 2100), (4000, 54_000, 4100)])
    #expect(clocks.stepMilliseconds == 0)
    #expect(clocks.suspendedMilliseconds == 0)
    #expect(compare([(0, 50_000, 100)]).stepMilliseconds == nil)
  }

  @Test("keep the largest jump of the wall clock, with its sign")
  func step() {
    let clocks = compare([(0, 0, 0), (2000, 2100, 2000), (4000, 3850, 4000), (6000, 5850, 6000)])
    #expect(clocks.stepMilliseconds == -250)
    #expect(clocks.suspendedMilliseconds == 0)
  }

  @Test("take a suspension for no jump of the wall clock")
  func suspension() {
    let clocks = compare([(0, 0, 0), (2000, 9000, 9000), (4000, 11_500, 11_500)])
    #expect(clocks.suspendedMilliseconds == 7500)
    #expect(clocks.stepMilliseconds == 0)
  }

  @Test("count a suspension as a jump where no clock tells the two apart")
  func noSuspensionClock() {
    let clocks = compare([(0, 0, nil), (2000, 9000, nil)])
    #expect(clocks.suspendedMilliseconds == nil)
    #expect(clocks.stepMilliseconds == 7000)
  }

  @Test("agree with Little's law when conversations begin when they can and end when they say")
  func load() throws {
    var account = LoadAccount()
    #expect(account.load == nil)
    for second: Int64 in 0..<10 {
      account.add(ready: second * 1_000_000_000, end: (second + 4) * 1_000_000_000, lasted: 4_000_000_000)
    }
    let load = try #require(account.load)
    #expect(load.conversations == 10)
    #expect(load.seconds == 13)
    #expect(abs(load.meanConcurrency - 40.0 / 13) < 1e-12)
    #expect(abs(load.explainedConcurrency - load.meanConcurrency) < 1e-12)
  }

  @Test("show conversations that waited to be begun")
  func waiting() throws {
    var account = LoadAccount()
    for second: Int64 in 0..<10 {
      account.add(ready: second * 1_000_000_000, end: (second + 5) * 1_000_000_000, lasted: 4_000_000_000)
    }
    let load = try #require(account.load)
    #expect(abs(load.meanConcurrency / load.explainedConcurrency - 1.25) < 1e-12)
  }

  @Test("tell processor time always, and the growth of memory from the second conversation on")
  func process() throws {
    var watch = ProcessWatch()
    var reading = InstrumentReading()
    watch.conversationEnded()
    watch.complete(&reading)
    #expect(try #require(reading.processorSeconds) >= 0)
    #expect(reading.memoryGrowthMegabytes == nil)
    watch.conversationEnded()
    watch.complete(&reading)
    #if os(Linux)
      #expect(reading.memoryGrowthMegabytes != nil)
    #endif
  }

  @Test("hold nothing of conversations and jumps before there were any")
  func thisMachine() throws {
    let reading = InstrumentMeter().reading()
    #expect(reading.load == nil)
    #expect(reading.clockStepMilliseconds == nil)
    #expect(try #require(reading.timerResolutionNanoseconds) > 0)
  }
}
