/// A conversation that was measured, as projections look at it.
public struct ObservedSession: Hashable, Sendable {
  public let usage: SessionUsage
  let sums: SessionSums

  /// - Parameters:
  ///   - usage: Turn by turn, and last what belongs to no turn.
  ///   - callerSeconds: For how long the caller truly spoke.
  public init(usage: SessionUsage, callerSeconds: Double) {
    self.usage = usage
    sums = SessionSums(usage, callerSeconds: callerSeconds)
  }

  private init(usage: SessionUsage, sums: SessionSums) {
    self.usage = usage
    self.sums = sums
  }

  /// One that stands for several, with the same expectations and no spread; `nil` for none.
  public static func sum(of sessions: [ObservedSession]) -> ObservedSession? {
    guard let first = sessions.first else { return nil }
    let sums = sessions.reduce(into: SessionSums()) { $0.add($1.sums, times: 1) }
    return ObservedSession(usage: first.usage, sums: sums)
  }
}

/// Sums over conversations from which all expected readings are computed. Those of several are the sums of
/// the sums.
struct SessionSums: Hashable, Sendable {
  var sessions = 0.0
  var turns = 0.0
  /// Of the conversations, in seconds; and of what was sent, was open, was synthesised, was said by callers.
  var seconds = 0.0
  var sentSeconds = 0.0
  var openSeconds = 0.0
  var spokenSeconds = 0.0
  var callerSeconds = 0.0
  var characters = 0.0
  var input = 0.0
  var cached = 0.0
  var output = 0.0
  /// Tokens of audio that a speech-to-speech model read, had in its cache of that, and spoke.
  var audioInput = 0.0
  var audioCached = 0.0
  var audioOutput = 0.0
  /// For the line through the tokens of prompts over the number of their turn: how many, and the usual sums.
  var prompts = 0.0
  var index = 0.0
  var indexSquared = 0.0
  var promptTokens = 0.0
  var indexTimesTokens = 0.0
  /// The same of the audio in prompts.
  var audioTokens = 0.0
  var indexTimesAudio = 0.0

  init() {}

  init(_ usage: SessionUsage, callerSeconds: Double) {
    func seconds(_ meter: Meter) -> Double { Double(usage.total[meter]) / 1e6 }
    sessions = 1
    turns = Double(usage.parts.count - 1)
    self.seconds = seconds(.sessionSeconds)
    sentSeconds = seconds(.speechToTextSeconds)
    openSeconds = seconds(.connectionSeconds)
    spokenSeconds = seconds(.spokenSeconds)
    self.callerSeconds = callerSeconds
    characters = Double(usage.total[.spokenCharacters])
    cached = Double(usage.total[.cachedTokens])
    input = Double(usage.total[.inputTokens]) + cached
    output = Double(usage.total[.outputTokens])
    audioCached = Double(usage.total[.audioCachedTokens])
    audioInput = Double(usage.total[.audioInputTokens]) + audioCached
    audioOutput = Double(usage.total[.audioOutputTokens])
    for (index, part) in usage.parts.dropLast().enumerated() {
      let tokens = Double(part[.inputTokens] + part[.cachedTokens])
      let audio = Double(part[.audioInputTokens] + part[.audioCachedTokens])
      guard tokens + audio > 0 else { continue }
      let place = Double(index)
      prompts += 1
      self.index += place
      indexSquared += place * place
      promptTokens += tokens
      indexTimesTokens += place * tokens
      audioTokens += audio
      indexTimesAudio += place * audio
    }
  }

  /// Adds another's sums as often as it was drawn.
  mutating func add(_ other: SessionSums, times count: Double) {
    sessions += count * other.sessions
    turns += count * other.turns
    seconds += count * other.seconds
    sentSeconds += count * other.sentSeconds
    openSeconds += count * other.openSeconds
    spokenSeconds += count * other.spokenSeconds
    callerSeconds += count * other.callerSeconds
    characters += count * other.characters
    input += count * other.input
    cached += count * other.cached
    output += count * other.output
    audioInput += count * other.audioInput
    audioCached += count * other.audioCached
    audioOutput += count * other.audioOutput
    prompts += count * other.prompts
    index += count * other.index
    indexSquared += count * other.indexSquared
    promptTokens += count * other.promptTokens
    indexTimesTokens += count * other.indexTimesTokens
    audioTokens += count * other.audioTokens
    indexTimesAudio += count * other.indexTimesAudio
  }

  /// The least-squares line through prompts: the tokens of a first prompt and how many each turn adds; no
  /// growth where all prompts were of the same turn.
  var promptLine: (first: Double, growth: Double) { line(promptTokens, indexTimesTokens) }

  /// The same of the audio in prompts of a speech-to-speech model, which reads the whole conversation with
  /// every reply.
  var audioLine: (first: Double, growth: Double) { line(audioTokens, indexTimesAudio) }

  private func line(_ tokens: Double, _ indexTimesTokens: Double) -> (first: Double, growth: Double) {
    let spread = prompts * indexSquared - index * index
    guard prompts > 0 else { return (0, 0) }
    guard spread > 0 else { return (tokens / prompts, 0) }
    let growth = (prompts * indexTimesTokens - index * tokens) / spread
    return (max(0, (tokens - growth * index) / prompts), growth)
  }
}
