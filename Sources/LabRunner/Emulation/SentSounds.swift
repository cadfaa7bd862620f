import LabConversation
import LabEmulation
import LabPipeline

/// Finds, in sound that was altered on its way to a service, windows by which the caller's recordings are
/// known again.
///
/// An emulated service knows exact recordings only. What it gets stays exactly what a real one would get;
/// which recording is in it, it is told beside the wire, by windows of the very samples that are sent.
struct SentSounds: Sendable {
  private let script: CallerScript
  /// How many samples later than the caller's voice the altered sound is.
  private let lag: Int
  private var known: [Int: KnownUtterance] = [:]
  private var speaking: (utterance: Int, clipStart: Int)?
  private var lastWindow = Int.min / 2

  init(script: CallerScript, lag: Int) {
    self.script = script
    self.lag = lag
  }

  /// The caller began an utterance whose speech starts at a position of the microphone's stream.
  mutating func began(_ utterance: Int, speechAt position: Int) {
    speaking = (utterance, position - script.utterances[utterance].speech.lowerBound + lag)
    lastWindow = Int.min / 2
  }

  /// Looks for a window in a buffer that is about to be sent; at most ten are found in a second.
  mutating func window(in buffer: [Int16], at position: Int, sampleRate: Int) -> SentSound? {
    guard let (utterance, clipStart) = speaking else { return nil }
    let speech = script.utterances[utterance].speech
    let end = clipStart + speech.upperBound
    guard position < end, position + buffer.count - lastWindow >= sampleRate / 10 else { return nil }
    let from = max(position, clipStart + speech.lowerBound)
    let places = stride(from: from, through: min(position + buffer.count, end) - SentSound.window, by: 32)
    let best = places.map { (place: $0, power: Self.power(buffer, at: $0 - position)) }.max {
      $0.power < $1.power
    }
    guard let best, best.power >= 64 * 64 else { return nil }
    lastWindow = best.place
    let samples = Array(buffer[best.place - position..<best.place - position + SentSound.window])
    return SentSound(
      window: samples, offset: best.place - clipStart,
      utterance: recording(utterance, sampleRate: sampleRate))
  }

  private mutating func recording(_ index: Int, sampleRate: Int) -> KnownUtterance {
    if let made = known[index] { return made }
    let utterance = script.utterances[index]
    let made = KnownUtterance(
      id: "sent.\(index)", samples: [], sampleRate: sampleRate, speech: utterance.speech,
      transcript: utterance.transcript, words: utterance.words, pauses: utterance.pauses)
    known[index] = made
    return made
  }

  /// The variance of a window.
  private static func power(_ samples: [Int16], at start: Int) -> Double {
    var sum = 0
    var squares = 0
    for index in start..<start + SentSound.window {
      sum += Int(samples[index])
      squares += Int(samples[index]) * Int(samples[index])
    }
    let mean = Double(sum) / Double(SentSound.window)
    return Double(squares) / Double(SentSound.window) - mean * mean
  }
}
