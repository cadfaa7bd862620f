import LabProviders
import LabStatistics
import LabTimeline

/// One response of a Realtime session on its way: what was said of it, and what is still to be said.
///
/// Sound comes faster than it is spoken, and its transcript runs ahead of it.
struct RealtimeReply {
  /// Why a response ended early.
  enum Cancellation: String {
    case turnDetected = "turn_detected"
    case clientCancelled = "client_cancelled"
  }

  /// An event with its type and its other members, to be sent now.
  typealias Event = (type: String, members: String)

  let id: String
  let item: String
  let received: LabInstant
  /// It belongs to the conversation.
  let isKept: Bool
  private let text: String
  private let words: [String]
  private let settings: RealtimeSpeechSettings
  private let input: RealtimeInputTokens
  private let metadata: JSONTree
  private var delivery: SpeechDelivery
  /// When each word of a reply in text leaves; sound has a rhythm of its own.
  private var textDue: [LabInstant] = []
  private var saidWords = 0
  private var samples = 0
  private var isBegun = false
  private let totalSamples: Int

  init(
    id: String, item: String, text: String, settings: RealtimeSpeechSettings, input: RealtimeInputTokens,
    metadata: JSONTree, isKept: Bool, profile: SpeechToSpeechProfile, at now: LabInstant,
    using generator: inout SeededGenerator
  ) {
    self.id = id
    self.item = item
    self.text = text
    self.settings = settings
    self.input = input
    self.metadata = metadata
    self.isKept = isKept
    received = now
    words = text.split(separator: " ").enumerated().map { $0 == 0 ? String($1) : " " + $1 }
    delivery = SpeechDelivery(
      profile: profile.voice, sampleRate: settings.format.sampleRate, speed: settings.speed)
    delivery.add(text, at: now, using: &generator)
    totalSamples = max(
      1, EmulatedVoice(text: text, sampleRate: settings.format.sampleRate, speed: settings.speed).totalSamples
    )
    guard !settings.speaks, let first = delivery.due else { return }
    delivery.clear()
    // Text comes as fast as that of other models: our assumption.
    textDue = words.indices.map { first + .milliseconds(12) * $0 }
  }

  /// When something is to be said next; `nil` when everything was.
  var due: LabInstant? { settings.speaks ? delivery.due : textDue.first }

  /// How much sound was made so far.
  var milliseconds: Int { samples * 1000 / settings.format.sampleRate }

  /// The item as it stands.
  func itemNow(status: String) -> RealtimeItem {
    RealtimeItem(
      id: item, status: status, content: .said(text: saidText, isSound: settings.speaks),
      milliseconds: milliseconds)
  }

  private var saidText: String { words.prefix(saidWords).joined() }

  /// What is due; the last of it is the end of the reply.
  mutating func events(at now: LabInstant) -> (events: [Event], isOver: Bool) {
    var events: [Event] = []
    if settings.speaks {
      for piece in delivery.pieces(at: now) {
        if case .audio(let bytes, _, _) = piece { speak(bytes, into: &events) }
      }
      guard delivery.isEmpty else { return (events, false) }
      // A text without a letter has no sound to begin with.
      begin(into: &events)
      write(upTo: words.count, into: &events)
    } else {
      while let due = textDue.first, due <= now {
        textDue.removeFirst()
        begin(into: &events)
        write(upTo: saidWords + 1, into: &events)
      }
      guard textDue.isEmpty else { return (events, false) }
    }
    return (events + end(cancelled: nil), true)
  }

  /// Breaks the reply off.
  mutating func cancel(_ cancellation: Cancellation) -> [Event] {
    delivery.clear()
    textDue = []
    return end(cancelled: cancellation)
  }

  private mutating func speak(_ bytes: [UInt8], into events: inout [Event]) {
    begin(into: &events)
    samples += bytes.count / 2
    // Half as many words again as were spoken.
    write(upTo: (samples * words.count * 3 / 2 + totalSamples - 1) / totalSamples, into: &events)
    let sound = Base64Text.encoded(settings.format.encoded(bytes))
    events.append(("response.output_audio.delta", place + #","delta":"\#(sound)""#))
  }

  private mutating func write(upTo count: Int, into events: inout [Event]) {
    let type = settings.speaks ? "response.output_audio_transcript.delta" : "response.output_text.delta"
    while saidWords < min(count, words.count) {
      events.append((type, place + #","delta":\#(JSONText.quoted(words[saidWords]))"#))
      saidWords += 1
    }
  }

  private mutating func begin(into events: inout [Event]) {
    guard !isBegun else { return }
    isBegun = true
    let part = settings.speaks ? #"{"type":"audio","transcript":""}"# : #"{"type":"text","text":""}"#
    events.append(
      (
        "response.output_item.added",
        #""response_id":"\#(id)","output_index":0,"item":\#(itemNow(status: "in_progress").json)"#
      ))
    if isKept {
      events.append(("conversation.item.added", #""item":\#(itemNow(status: "in_progress").json)"#))
    }
    events.append(("response.content_part.added", place + #","part":\#(part)"#))
  }

  private func end(cancelled: Cancellation?) -> [Event] {
    var events: [Event] = []
    let item = itemNow(status: cancelled == nil ? "completed" : "incomplete").json
    if isBegun {
      let words = JSONText.quoted(saidText)
      if settings.speaks {
        events.append(("response.output_audio.done", place))
        events.append(("response.output_audio_transcript.done", place + #","transcript":\#(words)"#))
        events.append(
          ("response.content_part.done", place + #","part":{"type":"audio","transcript":\#(words)}"#))
      } else {
        events.append(("response.output_text.done", place + #","text":\#(words)"#))
        events.append(("response.content_part.done", place + #","part":{"type":"text","text":\#(words)}"#))
      }
      if isKept { events.append(("conversation.item.done", #""item":\#(item)"#)) }
      events.append(
        ("response.output_item.done", #""response_id":"\#(id)","output_index":0,"item":\#(item)"#))
    }
    let status = cancelled == nil ? "completed" : "cancelled"
    let details =
      cancelled.map { #"{"type":"cancelled","reason":"\#($0.rawValue)"}"# } ?? #"{"type":"completed"}"#
    let usage = input.usage(
      textOutput: (saidText.utf8.count + 3) / 4, soundOutput: (milliseconds + 49) / 50)
    events.append(
      (
        "response.done",
        #""response":\#(response(status: status, details: details, output: isBegun ? item : "", usage: usage))"#
      ))
    return events
  }

  /// The event that begins it.
  var created: Event {
    (
      "response.created",
      #""response":\#(response(status: "in_progress", details: "null", output: "", usage: "null"))"#
    )
  }

  private func response(status: String, details: String, output: String, usage: String) -> String {
    #"{"id":"\#(id)","object":"realtime.response","status":"\#(status)","status_details":\#(details),"#
      + #""output":[\#(output)],"output_modalities":\#(settings.modalitiesJSON),"#
      + #""max_output_tokens":\#(settings.maximumTokens.text),"audio":{"output":\#(settings.output)},"#
      + #""usage":\#(usage),"metadata":\#(metadata.text)}"#
  }

  private var place: String {
    #""response_id":"\#(id)","item_id":"\#(item)","output_index":0,"content_index":0"#
  }
}
