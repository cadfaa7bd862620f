/// What a session of a given shape is expected to use, from sums over measured conversations.
struct SessionExpectation: Sendable {
  let sums: SessionSums
  let shape: ConversationShape
  /// The most tokens that a speech-to-speech model reads with a reply; `nil` when nobody says.
  var historyLimit: Int?

  var seconds: Double { shape.sessionMinutes.map { $0 * 60 } ?? sums.seconds / sums.sessions }
  /// Turns of a session; an expectation, so it need not be whole.
  var turns: Double {
    let perSecond = shape.turnsPerMinute.map { $0 / 60 } ?? sums.turns / sums.seconds
    return perSecond * seconds
  }
  /// Seconds for which the agent speaks.
  var spokenSeconds: Double {
    shape.talkShare.map { $0 * seconds } ?? (sums.turns > 0 ? sums.spokenSeconds / sums.turns * turns : 0)
  }
  /// Seconds for which the caller speaks: as long in each turn as was measured.
  var callerSeconds: Double { sums.turns > 0 ? sums.callerSeconds / sums.turns * turns : 0 }

  /// How much longer a reply is than the measured ones.
  private var lengthening: Double {
    guard shape.talkShare != nil, sums.spokenSeconds > 0, turns > 0 else { return 1 }
    return (spokenSeconds / turns) / (sums.spokenSeconds / sums.turns)
  }

  /// Tokens of a reply.
  private var outputPerTurn: Double { sums.turns > 0 ? sums.output / sums.turns * lengthening : 0 }

  /// Tokens of the first prompt, which has the instructions.
  var firstPrompt: Double { sums.promptLine.first }

  /// Tokens read over all turns: prompts grow by the line that was measured, and by what longer replies add,
  /// up to the limit of the context.
  private var inputTokens: Double {
    guard sums.turns > 0 else { return 0 }
    let (first, measured) = sums.promptLine
    let growth = max(0, measured + outputPerTurn - sums.output / sums.turns)
    // Turns without a prompt, such as missed ones, have their measured share.
    let share = sums.prompts / sums.turns
    let limit = Double(shape.contextLimit)
    return share * Self.sum(first: min(first, limit), growth: growth, limit: limit, count: turns)
  }

  /// Tokens of audio that a speech-to-speech model speaks in a reply.
  private var audioOutputPerTurn: Double { sums.turns > 0 ? sums.audioOutput / sums.turns * lengthening : 0 }

  /// Tokens of audio that it reads over all turns: everything said so far comes again with every reply, up to
  /// the limit of its history.
  private var audioInputTokens: Double {
    guard sums.turns > 0, sums.audioInput > 0 else { return 0 }
    let (first, measured) = sums.audioLine
    let growth = max(0, measured + audioOutputPerTurn - sums.audioOutput / sums.turns)
    let limit = max(first, historyLimit.map { Double($0) - firstPrompt } ?? .greatestFiniteMagnitude)
    return sums.prompts / sums.turns * Self.sum(first: first, growth: growth, limit: limit, count: turns)
  }

  /// The sum of `min(limit, first + growth·k)` for k = 0, 1, … over that number of turns, the last of which
  /// may be a part.
  static func sum(first: Double, growth: Double, limit: Double, count: Double) -> Double {
    let growing = growth > 0 ? min(count, ((limit - first) / growth).rounded(.up)) : count
    let whole = growing.rounded(.down)
    let rising =
      whole * first + growth * whole * (whole - 1) / 2 + (growing - whole) * (first + growth * whole)
    return rising + max(0, count - growing) * limit
  }

  /// The session.
  var session: ProjectedSession {
    var readings = MeterReadings()
    let input = inputTokens
    let cached = input * (shape.cachedShare ?? (sums.input > 0 ? sums.cached / sums.input : 0))
    let audio = audioInputTokens
    let audioCached =
      audio * (shape.cachedShare ?? (sums.audioInput > 0 ? sums.audioCached / sums.audioInput : 0))
    let perSecond = sums.seconds > 0 ? seconds / sums.seconds : 0
    readings[.sessionSeconds] = Meter.microseconds(seconds)
    readings[.speechToTextSeconds] = Meter.microseconds(sentSeconds)
    readings[.connectionSeconds] = Meter.microseconds(sums.openSeconds * perSecond)
    readings[.spokenSeconds] = Meter.microseconds(spokenSeconds)
    readings[.spokenCharacters] = Self.whole(
      sums.turns > 0 ? sums.characters / sums.turns * turns * lengthening : 0)
    readings[.inputTokens] = Self.whole(input - cached)
    readings[.cachedTokens] = Self.whole(cached)
    readings[.outputTokens] = Self.whole(outputPerTurn * turns)
    readings[.audioInputTokens] = Self.whole(audio - audioCached)
    readings[.audioCachedTokens] = Self.whole(audioCached)
    readings[.audioOutputTokens] = Self.whole(audioOutputPerTurn * turns)
    return ProjectedSession(readings: readings, turns: max(1, Int(min(turns, 1e9).rounded())))
  }

  /// A stream lasts as long as the session; utterances that are sent by themselves come with the turns.
  private var sentSeconds: Double {
    if sums.openSeconds > 0 { return sums.seconds > 0 ? sums.sentSeconds * seconds / sums.seconds : 0 }
    return sums.turns > 0 ? sums.sentSeconds / sums.turns * turns : 0
  }

  static func whole(_ value: Double) -> Int64 {
    value > 0 ? Int64(min(value, 9e15).rounded()) : 0
  }
}
