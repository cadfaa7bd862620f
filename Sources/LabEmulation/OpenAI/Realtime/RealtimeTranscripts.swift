import LabProviders
import LabRecord
import LabStatistics
import LabTimeline

/// The transcripts of a Realtime session on their way: they come beside everything else, each after its own
/// time.
struct RealtimeTranscripts {
  private let call: EmulatedCall
  private var outbox: Outbox
  /// What each model draws its latencies from.
  private var generators: [String: SeededGenerator] = [:]
  /// The words of an item that were written along.
  private var written: [String: Int] = [:]

  init(call: EmulatedCall, timer: ServerTimer) {
    self.call = call
    outbox = Outbox(timer: timer)
  }

  /// From the upgrade request to its acceptance. The request does not name the model, so one stands for all.
  var handshake: LatencyModel {
    call.profiles.speechToText["openai/gpt-4o-transcribe-realtime"]?.handshake ?? .fixed(.milliseconds(40))
  }

  mutating func timerFired(at now: LabInstant, into actions: inout [ServerAction]) {
    outbox.timerFired(at: now, into: &actions)
  }

  mutating func clear() { outbox.clear() }

  /// Writes down what was committed: a delta for every word, over the second half of the time, or one for all
  /// by whisper-1; then the whole.
  mutating func add(
    _ take: RealtimeInputBuffer.Take, item: String, as transcription: RealtimeSettings.Transcription,
    writer: inout RealtimeWriter, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    let pieces = TranscriptionCodec.pieces(of: take.words)
    let text = pieces.joined()
    let latency = draw(transcription) { $0.final }
    let deltas = transcription.isWhisper ? [text].filter { !$0.isEmpty } : pieces
    let fresh = deltas.dropFirst(written.removeValue(forKey: item) ?? 0)
    let first = transcription.isWhisper ? latency : latency / 2
    for (index, delta) in fresh.enumerated() {
      send(
        writer.event(Self.delta, Self.place(item) + #","delta":\#(JSONText.quoted(delta))"#),
        after: first + (latency - first) * index / fresh.count, at: now, into: &actions)
    }
    let usage = TranscriptionCodec.usage(
      text: text, prompt: transcription.prompt ?? "", samples: take.samples, sampleRate: take.sampleRate,
      isWhisper: transcription.isWhisper || transcription.isLive)
    send(
      writer.event(
        "conversation.item.input_audio_transcription.completed",
        Self.place(item) + #","transcript":\#(JSONText.quoted(text)),"usage":\#(usage)"#),
      after: latency, at: now, into: &actions)
  }

  /// Writes down words of an item that is not committed yet.
  mutating func add(
    _ words: [HeardWord], item: String, as transcription: RealtimeSettings.Transcription,
    writer: inout RealtimeWriter, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    let latency = draw(transcription) { $0.interim }
    for word in words {
      let isFirst = written[item] == nil
      written[item, default: 0] += 1
      let delta = isFirst ? word.text : " " + word.text
      send(
        writer.event(Self.delta, Self.place(item) + #","delta":\#(JSONText.quoted(delta))"#), after: latency,
        at: now, into: &actions)
    }
  }

  private static let delta = "conversation.item.input_audio_transcription.delta"

  private static func place(_ item: String) -> String { #""item_id":"\#(item)","content_index":0"# }

  private mutating func draw(
    _ transcription: RealtimeSettings.Transcription, _ latency: (SpeechToTextProfile) -> LatencyModel
  ) -> Duration {
    let provider = transcription.provider
    guard let profile = call.profiles.speechToText[provider] else { return .zero }
    var generator = generators[provider] ?? call.generator(provider)
    defer { generators[provider] = generator }
    return latency(profile).draw(using: &generator)
  }

  private mutating func send(
    _ event: String, after delay: Duration, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    outbox.add(.send(.text(event), received: now), after: delay, at: now, into: &actions)
  }
}
