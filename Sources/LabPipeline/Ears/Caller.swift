import LabConversation
import LabTimeline

/// The caller: speaks the script into the microphone and waits for replies as a person would.
struct Caller: Sendable {
  /// What truly happened at the caller's mouth, at a position in the microphone's stream.
  enum Fact: Hashable, Sendable {
    /// An utterance begins at `began` and will end at `ends`.
    case began(utterance: Int, began: Int, ends: Int)
    /// The buffer holds the utterance's last sample of speech.
    case spoken(utterance: Int)
    /// The utterance's recording is past, with the silence behind its speech.
    case ended(utterance: Int)
  }

  let script: CallerScript
  let sampleRate: Int
  /// The utterance that is being spoken or comes next.
  private(set) var current = 0
  /// Where in the stream the current utterance's speech begins, once that is known.
  private var speechStart: Int?
  private var hasBegun = false
  private var hasSpoken = false
  private var tone = RoomTone()

  init(script: CallerScript, sampleRate: Int) {
    self.script = script
    self.sampleRate = sampleRate
    if case .at(let delay)? = script.utterances.first?.begins {
      speechStart = SamplePosition.samples(in: delay, sampleRate: sampleRate)
    } else {
      speechStart = script.utterances.isEmpty ? nil : sampleRate / 2
    }
  }

  /// Everything was said.
  var hasFinished: Bool { current >= script.utterances.count }

  /// Whether an utterance is to be spoken and its moment is not known yet.
  var isWaiting: Bool { !hasFinished && speechStart == nil }

  /// Whether it is the agent's floor: the caller waits for its reply, or has nothing more to say.
  var waitsForFloor: Bool { isWaiting || hasFinished }

  /// The agent became audible.
  mutating func replyBecameAudible(at now: LabInstant) {
    guard isWaiting, case .bargeIn(let delay) = script.utterances[current].begins else { return }
    begin(after: delay, from: now)
  }

  /// The agent has finished, or the caller no longer waits for it.
  mutating func floorIsFree(at now: LabInstant) {
    guard isWaiting else { return }
    switch script.utterances[current].begins {
    case .afterReply(let delay): begin(after: delay, from: now)
    // There is nothing left to interrupt, so it becomes an ordinary utterance.
    case .at, .bargeIn: begin(after: .milliseconds(500), from: now)
    }
  }

  private mutating func begin(after delay: Duration, from now: LabInstant) {
    speechStart = SamplePosition.samples(in: now + delay - .origin, sampleRate: sampleRate)
  }

  /// Fills a microphone buffer whose first sample stands at `position` and says what happened in it.
  mutating func fill(_ buffer: inout [Int16], from position: Int) -> [Fact] {
    tone.fill(&buffer)
    var facts: [Fact] = []
    let end = position + buffer.count
    while current < script.utterances.count, let speechStart {
      let utterance = script.utterances[current]
      let clipStart = speechStart - utterance.speech.lowerBound
      guard clipStart < end else { break }
      let from = max(clipStart, position)
      let to = min(clipStart + utterance.samples.count, end)
      if from < to {
        buffer.replaceSubrange(
          (from - position)..<(to - position), with: utterance.samples[(from - clipStart)..<(to - clipStart)])
      }
      let speechEnd = speechStart + utterance.speech.count
      if !hasBegun, speechStart < end {
        hasBegun = true
        facts.append(.began(utterance: current, began: speechStart, ends: speechEnd))
      }
      if hasBegun, !hasSpoken, speechEnd <= end {
        hasSpoken = true
        facts.append(.spoken(utterance: current))
      }
      guard hasBegun, clipStart + utterance.samples.count <= end else { break }
      facts.append(.ended(utterance: current))
      current += 1
      self.speechStart = nil
      hasBegun = false
      hasSpoken = false
    }
    return facts
  }
}

/// What the microphone hears when nobody speaks: a faint, repeatable hiss.
///
/// As loud as the floor under the shipped recordings, so that the beginning of a recording is not a step in
/// the noise, which a detector would rightly take for news.
struct RoomTone: Sendable {
  private var state: UInt32 = 0x2545_F491

  private static let factor: UInt32 = 1_664_525
  private static let summand: UInt32 = 1_013_904_223

  /// What leads from a state to each of the next eight: a linear congruential generator can jump ahead.
  private static let jumps: (factors: SIMD8<UInt32>, summands: SIMD8<UInt32>) = {
    var (factors, summands) = (SIMD8<UInt32>(), SIMD8<UInt32>())
    var (product, sum): (UInt32, UInt32) = (1, 0)
    for lane in 0..<8 {
      (product, sum) = (product &* factor, sum &* factor &+ summand)
      factors[lane] = product
      summands[lane] = sum
    }
    return (factors, summands)
  }()

  /// Writes uniform noise of −65 dBFS.
  mutating func fill(_ buffer: inout [Int16]) {
    let (factors, summands) = Self.jumps
    var output = buffer.mutableSpan
    var index = 0
    while index + 8 <= output.count {
      let states = SIMD8<UInt32>(repeating: state) &* factors &+ summands
      let samples = SIMD8<Int16>(truncatingIfNeeded: SIMD8<Int32>(truncatingIfNeeded: states) &>> 26)
      for lane in 0..<8 { output[unchecked: index &+ lane] = samples[lane] }
      state = states[7]
      index += 8
    }
    while index < output.count {
      state = state &* Self.factor &+ Self.summand
      output[unchecked: index] = Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 26)
      index += 1
    }
  }
}
