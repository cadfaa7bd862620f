import LabStatistics
import LabTimeline

/// One context of an emulated Cartesia connection: transcripts that are joined and spoken by one voice.
struct CartesiaContext: Sendable {
  /// A context without anything to say expires this long after its last audio.
  private static let lifetime = Duration.seconds(1)

  /// What follows after a number of spoken texts.
  private enum Mark: Hashable, Sendable {
    case flushDone(Int)
    case done
  }

  /// A text that is spoken.
  private struct Text: Sendable {
    let times: SpokenTimes
    let flushID: Int
  }

  let id: String
  /// What all inputs have to have in common.
  let fixedPart: String
  private let audio: AudioFormat
  private let addsTimestamps: Bool
  private let bufferDelay: Duration
  private var delivery: SpeechDelivery
  private var buffer = ""
  /// When the buffer is spoken even if it is not a sentence.
  private var bufferDue: LabInstant?
  private var flushes = 0
  private var texts: [Text] = []
  private var added = 0
  private var spoken = 0
  private var marks: [(after: Int, mark: Mark)] = []
  /// Samples of the texts that were spoken to their end.
  private var spokenSamples = 0
  private var lastSent: LabInstant
  private var expiry: LabInstant?
  /// No more inputs are taken.
  private(set) var isEnding = false
  /// It has said everything; nothing follows.
  private(set) var isOver = false

  init(
    _ first: CartesiaGeneration, id: String, audio: AudioFormat, profile: TextToSpeechProfile,
    at now: LabInstant
  ) {
    self.id = id
    self.audio = audio
    fixedPart = first.fixedPart
    addsTimestamps = first.addTimestamps ?? false
    bufferDelay = .milliseconds(first.bufferMilliseconds)
    delivery = SpeechDelivery(profile: profile, sampleRate: audio.sampleRate, speed: first.speed)
    lastSent = now
  }

  /// Takes an input.
  mutating func take(_ input: CartesiaGeneration, at now: LabInstant, using generator: inout SeededGenerator)
  {
    expiry = nil
    buffer += input.transcript ?? ""
    if input.flush == true || !input.continues {
      speak(at: now, using: &generator)
    } else if bufferDelay == .zero || endsSentence {
      speak(at: now, using: &generator)
    } else if !buffer.isEmpty {
      bufferDue = bufferDue ?? now + bufferDelay
    }
    if input.flush == true {
      flushes += 1
      marks.append((added, .flushDone(flushes)))
    }
    if !input.continues {
      isEnding = true
      marks.append((added, .done))
    }
  }

  /// Drops what is not being spoken; what is goes on to its end.
  mutating func cancel() {
    buffer = ""
    bufferDue = nil
    isEnding = true
    delivery.dropWaiting()
    texts = delivery.isEmpty ? [] : Array(texts.prefix(1))
    added = spoken + texts.count
    marks = delivery.isEmpty ? [] : [(added, .done)]
    isOver = delivery.isEmpty
  }

  /// When there is something to do next.
  var due: LabInstant? { [delivery.due, bufferDue, expiry].compactMap { $0 }.min() }

  /// Says what is due.
  mutating func messages(
    at now: LabInstant, using generator: inout SeededGenerator
  ) -> [(text: String, received: LabInstant?)] {
    if let bufferDue, bufferDue <= now { speak(at: now, using: &generator) }
    var messages: [(text: String, received: LabInstant?)] = []
    for piece in delivery.pieces(at: now) {
      switch piece {
      case .audio(let bytes, let start, let received):
        messages += chunk(bytes, from: start, at: now).map { ($0, received) }
      case .finished:
        spoken += 1
        spokenSamples += texts.removeFirst().times.characters.last?.samples.upperBound ?? 0
      }
    }
    while let (after, mark) = marks.first, after <= spoken {
      marks.removeFirst()
      switch mark {
      case .flushDone(let flush): messages.append((CartesiaMessage.flushDone(flush, context: id), nil))
      case .done:
        isOver = true
        messages.append((CartesiaMessage.done(context: id), nil))
      }
    }
    if let expiry, expiry <= now, !isOver {
      isOver = true
      messages.append((CartesiaMessage.done(context: id), nil))
    } else if expiry == nil, spoken > 0, delivery.isEmpty, buffer.isEmpty, !isOver {
      expiry = now + Self.lifetime
    }
    return messages
  }

  private var endsSentence: Bool {
    buffer.last { !$0.isWhitespace }.map { ".!?…。！？".contains($0) } ?? false
  }

  private mutating func speak(at now: LabInstant, using generator: inout SeededGenerator) {
    bufferDue = nil
    defer { buffer = "" }
    guard buffer.contains(where: { !$0.isWhitespace }) else { return }
    texts.append(Text(times: delivery.add(buffer, at: now, using: &generator), flushID: flushes + 1))
    added += 1
  }

  private mutating func chunk(_ bytes: [UInt8], from start: Int, at now: LabInstant) -> [String] {
    guard let text = texts.first else { return [] }
    let step = Double((now - lastSent).nanoseconds) / 1e6
    lastSent = now
    let chunk = CartesiaMessage.chunk(
      audio.encoding.encode(bytes), stepMilliseconds: step, flushID: text.flushID, context: id)
    guard start == 0, addsTimestamps else { return [chunk] }
    let words = CartesiaMessage.timestamps(
      text.times.words, from: spokenSamples, sampleRate: audio.sampleRate, flushID: text.flushID, context: id)
    return [chunk, words]
  }
}
