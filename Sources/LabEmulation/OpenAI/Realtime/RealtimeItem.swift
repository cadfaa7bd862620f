import LabProviders

/// An item of a Realtime conversation.
struct RealtimeItem {
  /// What it holds.
  enum Content {
    /// Sound of the speaker.
    case heard(transcript: String?)
    /// A reply in sound or in text, as far as it was made.
    case said(text: String, isSound: Bool)
    /// What a client has put in, as it came.
    case given(JSONTree)
  }

  let id: String
  var status = "completed"
  var content: Content
  /// How much sound it holds.
  var milliseconds = 0

  /// The words in it, for a model to answer; a reply that was cut has none.
  var words: String {
    switch content {
    case .heard(let transcript): transcript ?? ""
    case .said(let text, _): text
    case .given(let tree):
      (tree["content"]?.items ?? []).compactMap { $0["text"]?.string ?? $0["transcript"]?.string }
        .joined(separator: " ")
    }
  }

  /// Tokens of text, one for four characters; sound counts apart.
  var textTokens: Int {
    switch content {
    case .heard, .said(_, isSound: true): 0
    case .said(let text, isSound: false): (text.utf8.count + 3) / 4
    case .given: 4 + (words.utf8.count + 3) / 4
    }
  }

  /// Tokens of sound: one for 100 ms of the speaker's, one for 50 ms of the model's own.
  var soundTokens: Int {
    switch content {
    case .heard: (milliseconds + 99) / 100
    case .said(_, isSound: true): (milliseconds + 49) / 50
    case .said, .given: 0
    }
  }

  /// The item as the service tells it.
  var json: String {
    let head = #""id":\#(JSONText.quoted(id)),"object":"realtime.item","status":"\#(status)""#
    switch content {
    case .heard(let transcript):
      let words = transcript.map(JSONText.quoted) ?? "null"
      return
        #"{\#(head),"type":"message","role":"user","content":[{"type":"input_audio","transcript":\#(words)}]}"#
    case .said(let text, let isSound):
      let part = status == "in_progress" ? "" : Self.part(text, isSound: isSound)
      return #"{\#(head),"type":"message","role":"assistant","content":[\#(part)]}"#
    case .given(.object(var members)):
      for name in ["id", "object", "status"] { members[name] = nil }
      return "{\(head),\(JSONTree.object(members).text.dropFirst().dropLast())}"
    case .given: return "{\(head)}"
    }
  }

  private static func part(_ text: String, isSound: Bool) -> String {
    isSound
      ? #"{"type":"output_audio","transcript":\#(JSONText.quoted(text))}"#
      : #"{"type":"output_text","text":\#(JSONText.quoted(text))}"#
  }
}

/// What was said in a Realtime session, oldest first.
struct RealtimeConversation {
  private(set) var items: [RealtimeItem] = []
  /// Tokens that the last response read, and the next finds in the cache.
  private var lastInput = 0

  subscript(id: String) -> RealtimeItem? { items.first { $0.id == id } }

  /// Adds an item behind another, or at the end.
  ///
  /// - Returns: The id of the item in front of it; `nil` when it is the first.
  /// - Throws: `RealtimeProblem` when there is no such other item.
  mutating func add(_ item: RealtimeItem, after previous: String? = nil) throws(RealtimeProblem) -> String? {
    var place = items.count
    if previous == "root" {
      place = 0
    } else if let previous {
      guard let index = items.firstIndex(where: { $0.id == previous }) else {
        throw .invalidValue("previous_item_id", "the id of an item in the conversation, or 'root'")
      }
      place = index + 1
    }
    items.insert(item, at: place)
    return place == 0 ? nil : items[place - 1].id
  }

  mutating func append(_ item: RealtimeItem) -> String? {
    defer { items.append(item) }
    return items.last?.id
  }

  /// Changes an item; false when there is none.
  mutating func change(_ id: String, _ change: (inout RealtimeItem) -> Void) -> Bool {
    guard let index = items.firstIndex(where: { $0.id == id }) else { return false }
    change(&items[index])
    return true
  }

  mutating func remove(_ id: String) -> Bool {
    let count = items.count
    items.removeAll { $0.id == id }
    return items.count < count
  }

  /// What a response to all of it reads, as the service counts it.
  ///
  /// Our assumption: what the response before had read comes from the cache in steps of 128 tokens, from
  /// 1,024 on.
  mutating func read(instructions: String) -> RealtimeInputTokens {
    let text = (instructions.utf8.count + 3) / 4 + items.reduce(0) { $0 + $1.textTokens }
    let sound = items.reduce(0) { $0 + $1.soundTokens }
    let cached = lastInput >= 1024 ? min(text + sound, lastInput) / 128 * 128 : 0
    lastInput = text + sound
    return RealtimeInputTokens(text: text, sound: sound, cached: cached)
  }
}

/// What a response has read.
struct RealtimeInputTokens {
  var text: Int
  var sound: Int
  var cached: Int

  /// The usage of a response that wrote so much.
  func usage(textOutput: Int, soundOutput: Int) -> String {
    // The oldest tokens are cached first, and instructions are text.
    let cachedText = min(text, cached)
    let output = textOutput + soundOutput
    return #"{"total_tokens":\#(text + sound + output),"input_tokens":\#(text + sound),"#
      + #""output_tokens":\#(output),"input_token_details":{"text_tokens":\#(text),"#
      + #""audio_tokens":\#(sound),"image_tokens":0,"cached_tokens":\#(cached),"#
      + #""cached_tokens_details":{"text_tokens":\#(cachedText),"audio_tokens":\#(cached - cachedText),"#
      + #""image_tokens":0}},"output_token_details":{"text_tokens":\#(textOutput),"#
      + #""audio_tokens":\#(soundOutput)}}"#
  }
}
