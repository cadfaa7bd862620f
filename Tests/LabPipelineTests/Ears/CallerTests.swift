import LabConversation
import LabTimeline
import Testing

@testable import LabPipeline

@Suite("The caller")
struct CallerTests {
  typealias Utterance = ScriptedUtterance

  /// 100 samples of silence, then 300 of speech whose values count up from `first`, then 100 of silence.
  static func utterance(_ begins: UtteranceBeginning, first: Int16 = 1000) -> Utterance {
    let speech = (0..<300).map { first + Int16($0) }
    return Utterance(
      samples: Sound.silence(100) + speech + Sound.silence(100), speech: 100..<400, transcript: "word",
      begins: begins)
  }

  /// Listens for a number of buffers and gives the sound and the facts with their buffer's end.
  static func listen(
    to caller: inout Caller, from position: Int, buffers: Int, size: Int = 160
  ) -> (sound: [Int16], facts: [Caller.Fact]) {
    var sound: [Int16] = []
    var facts: [Caller.Fact] = []
    for index in 0..<buffers {
      var buffer = Sound.silence(size)
      facts += caller.fill(&buffer, from: position + index * size)
      sound += buffer
    }
    return (sound, facts)
  }

  @Test("speaks the first sample of speech at the instant asked for", arguments: [64, 160, 512, 4096])
  func at(size: Int) throws {
    var caller = Caller(
      script: .init(utterances: [Self.utterance(.at(.milliseconds(500)))]), sampleRate: 16_000)
    let (sound, facts) = Self.listen(to: &caller, from: 0, buffers: 12_000 / size + 1, size: size)
    #expect(sound.firstIndex(of: 1000) == 8000)
    #expect(Array(sound[8000..<8300]) == (0..<300).map { 1000 + Int16($0) })
    #expect(
      facts == [.began(utterance: 0, began: 8000, ends: 8300), .spoken(utterance: 0), .ended(utterance: 0)])
    #expect(caller.hasFinished)
  }

  @Test("hears its own silence around speech and a faint hiss elsewhere")
  func roomTone() {
    var caller = Caller(
      script: .init(utterances: [Self.utterance(.at(.milliseconds(500)))]), sampleRate: 16_000)
    let (sound, _) = Self.listen(to: &caller, from: 0, buffers: 100)
    #expect(sound[7900..<8000].allSatisfy { $0 == 0 })
    #expect(sound[8300..<8400].allSatisfy { $0 == 0 })
    let hiss = sound[..<7900] + sound[8400...]
    #expect(hiss.allSatisfy { abs(Int($0)) <= 32 })
    #expect(Set(hiss).count > 50)
  }

  @Test("leaves out the silence in front of speech for which there is no time")
  func trimmedLeadIn() {
    var caller = Caller(script: .init(utterances: [Self.utterance(.at(.zero))]), sampleRate: 16_000)
    let (sound, facts) = Self.listen(to: &caller, from: 0, buffers: 4)
    #expect(Array(sound[..<300]) == (0..<300).map { 1000 + Int16($0) })
    #expect(facts.first == .began(utterance: 0, began: 0, ends: 300))
  }

  @Test("waits for the agent's end and then for the delay, rounded down to a sample")
  func afterReply() {
    let script = CallerScript(utterances: [
      Self.utterance(.at(.zero)), Self.utterance(.afterReply(.milliseconds(10)), first: 5000),
    ])
    var caller = Caller(script: script, sampleRate: 16_000)
    _ = Self.listen(to: &caller, from: 0, buffers: 10)
    #expect(caller.isWaiting)
    caller.replyBecameAudible(at: .ms(150))
    #expect(caller.isWaiting)
    caller.floorIsFree(at: .ms(200) + .nanoseconds(62_499))
    #expect(!caller.isWaiting)
    let (sound, facts) = Self.listen(to: &caller, from: 1600, buffers: 40)
    #expect(sound.firstIndex(of: 5000) == 3360 - 1600)
    #expect(
      facts == [.began(utterance: 1, began: 3360, ends: 3660), .spoken(utterance: 1), .ended(utterance: 1)])
  }

  @Test(
    "has spoken with the buffer that holds the last sample of speech, before the silence behind it is past")
  func spoken() {
    var caller = Caller(script: .init(utterances: [Self.utterance(.at(.zero))]), sampleRate: 16_000)
    // 300 samples of speech and 100 of silence, by the hundred; then by the one that is missing.
    #expect(Self.listen(to: &caller, from: 0, buffers: 2, size: 100).facts.count == 1)
    #expect(Self.listen(to: &caller, from: 200, buffers: 1, size: 99).facts.isEmpty)
    #expect(Self.listen(to: &caller, from: 299, buffers: 1, size: 1).facts == [.spoken(utterance: 0)])
    #expect(Self.listen(to: &caller, from: 300, buffers: 1, size: 99).facts.isEmpty)
    #expect(Self.listen(to: &caller, from: 399, buffers: 1, size: 1).facts == [.ended(utterance: 0)])
  }

  @Test("interrupts so long after the agent became audible")
  func bargeIn() {
    let script = CallerScript(utterances: [
      Self.utterance(.at(.zero)), Self.utterance(.bargeIn(.milliseconds(800)), first: 5000),
    ])
    var caller = Caller(script: script, sampleRate: 16_000)
    _ = Self.listen(to: &caller, from: 0, buffers: 10)
    caller.replyBecameAudible(at: .ms(150))
    let (sound, _) = Self.listen(to: &caller, from: 1600, buffers: 120)
    #expect(sound.firstIndex(of: 5000) == 950 * 16 - 1600)
  }

  @Test("says what was to be an interruption half a second later when there is nothing left to interrupt")
  func missedInterruption() {
    let script = CallerScript(utterances: [
      Self.utterance(.at(.zero)), Self.utterance(.bargeIn(.milliseconds(800)), first: 5000),
    ])
    var caller = Caller(script: script, sampleRate: 16_000)
    _ = Self.listen(to: &caller, from: 0, buffers: 10)
    caller.floorIsFree(at: .ms(200))
    // An audible reply from now on changes nothing any more.
    caller.replyBecameAudible(at: .ms(210))
    let (sound, _) = Self.listen(to: &caller, from: 1600, buffers: 120)
    #expect(sound.firstIndex(of: 5000) == 700 * 16 - 1600)
  }

  @Test("begins after half a second when the script does not say when")
  func defaultBeginning() {
    var caller = Caller(
      script: .init(utterances: [Self.utterance(.afterReply(.seconds(3)))]), sampleRate: 8000)
    let (sound, _) = Self.listen(to: &caller, from: 0, buffers: 40)
    #expect(sound.firstIndex(of: 1000) == 4000)
  }

  @Test("with nothing to say has finished from the start")
  func silent() {
    let caller = Caller(script: .init(utterances: []), sampleRate: 16_000)
    #expect(caller.hasFinished)
    #expect(!caller.isWaiting)
  }

  @Test("hears the same hiss however it is cut into buffers: a linear congruential generator's highest bits")
  func hiss() {
    var state: UInt32 = 0x2545_F491
    let expected = (0..<1000).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 26)
    }
    for size in [1, 7, 8, 50, 333, 1000] {
      var tone = RoomTone()
      var heard: [Int16] = []
      while heard.count < expected.count {
        var buffer = [Int16](repeating: 0, count: min(size, expected.count - heard.count))
        tone.fill(&buffer)
        heard += buffer
      }
      #expect(heard == expected)
    }
  }
}
