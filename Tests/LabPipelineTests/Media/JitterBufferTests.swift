import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The jitter buffer")
struct JitterBufferTests {
  typealias Frame = JitterBuffer.Frame

  /// What is heard, tick by tick, when packets take so many milliseconds; `nil` for lost ones.
  private static func heard(_ delays: [Int?], ticks: Int) -> [Frame] {
    var buffer = JitterBuffer()
    return (0..<ticks).map { tick in
      if tick > 0, tick - 1 < delays.count, let delay = delays[tick - 1] {
        buffer.sent(tick - 1, arrives: JitterBuffer.sent(tick - 1) + .milliseconds(delay))
      }
      return buffer.pull(at: .origin + JitterBuffer.packet * tick)
    }
  }

  @Test("plays one packet after another when all take the same time")
  func steady() {
    let frames = Self.heard(Array(repeating: 30, count: 20), ticks: 20)
    #expect(frames.prefix(3).allSatisfy { $0 == .nothing })
    #expect(Array(frames.dropFirst(3)) == (0..<17).map { .packet($0) })
  }

  @Test("makes up the one packet that is lost and goes on with the next")
  func loss() {
    var delays: [Int?] = Array(repeating: 30, count: 20)
    delays[8] = nil
    let frames = Self.heard(delays, ticks: 20)
    #expect(frames.contains(.concealment(number: 8)) || frames.contains(.concealment(number: nil)))
    let played = frames.compactMap { if case .packet(let number) = $0 { number } else { nil } }
    #expect(played == played.sorted())
    #expect(!played.contains(8) && played.contains(9))
  }

  @Test("waits for a late packet, which lengthens the delay, and shortens it again later")
  func adapts() {
    var delays: [Int?] = Array(repeating: 10, count: 300)
    for index in 50..<53 { delays[index] = 130 - (index - 50) * 20 }
    var frames = Self.heard(delays, ticks: 300)
    func delay(at tick: Int) -> Int {
      if case .packet(let number) = frames[tick] { tick - number } else { -1 }
    }
    #expect(delay(at: 45) == 2)
    #expect(delay(at: 70) > 4)
    #expect(delay(at: 290) == 2 || delay(at: 290) == 3)
    #expect(frames.contains(.concealment(number: nil)))
    frames = Self.heard(Array(repeating: 10, count: 300), ticks: 300)
    #expect(!frames.contains { if case .concealment = $0 { true } else { false } })
  }
}
