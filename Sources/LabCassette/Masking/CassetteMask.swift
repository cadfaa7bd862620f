public import LabProviders

/// Takes out of a conversation what a cassette must not keep: keys always, words and sounds unless asked for.
public struct CassetteMask: Sendable {
  private let keepsText: Bool
  private let keepsAudio: Bool
  private let secrets: [[UInt8]]

  /// - Parameters:
  ///   - keepsText: Words stay as they are.
  ///   - keepsAudio: Sounds stay as they are.
  ///   - secrets: The keys that were used; each is blotted out wherever it turns up.
  public init(keepsText: Bool, keepsAudio: Bool, secrets: [String]) {
    self.keepsText = keepsText
    self.keepsAudio = keepsAudio
    // The longest first: one may begin with another.
    self.secrets = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }.map {
      Array($0.utf8)
    }
  }

  /// The fields of a response's head that sessions read; the others, cookies among them, are left out.
  static let headers: Set<String> = [
    "content-type", "retry-after", "retry-after-ms", "dg-error", "dg-request-id", "x-request-id",
    "request-id",
  ]

  /// The headers by which clients name a session or a request.
  static let sessionHeaders = ["x-deepgram-session-id", "X-Client-Request-Id"]

  /// A conversation as a cassette may keep it.
  ///
  /// - Parameter soundRate: Of the sound that comes back, in Hz.
  public func masked(_ conversation: RecordedConversation, soundRate: Int = 24_000) -> RecordedConversation {
    let start = SoundPlace(block: max(1, soundRate / 1000))
    var result = conversation
    var bodies: [CassetteConnection: [Int]] = [:]
    var types: [CassetteConnection: String] = [:]
    var places: [CassetteConnection: SoundPlace] = [:]
    for (index, entry) in conversation.entries.enumerated() {
      guard case .received(let connection, let arrival, let at) = entry else {
        result.entries[index] = masked(entry)
        continue
      }
      switch arrival.event {
      case .opened(let head):
        types[connection] = head.headers.value(of: "content-type")?.lowercased() ?? ""
        result.entries[index] = .received(connection, CassetteArrival(.opened(masked(head))), at: at)
      case .body: bodies[connection, default: []].append(index)
      case .message(let message):
        let arrival = masked(message, place: &places[connection, default: start])
        result.entries[index] = .received(connection, arrival, at: at)
      case .closed(let code, let reason):
        result.entries[index] = .received(
          connection, CassetteArrival(.closed(code: code, reason: words(reason))), at: at)
      case .failed(var failure):
        failure.message = blotted(failure.message)
        result.entries[index] = .received(connection, CassetteArrival(.failed(failure)), at: at)
      case .bodyEnded: break
      }
    }
    for (connection, indices) in bodies {
      mask(bodiesAt: indices, type: types[connection] ?? "", from: start, in: &result)
    }
    return result
  }

  private func masked(_ entry: CassetteEntry) -> CassetteEntry {
    switch entry {
    case .opened(let connection, var request, let at):
      request.target = target(request.target)
      request.text = keepsText ? request.text.map(blotted) : nil
      request.session = request.session.map(blotted)
      return .opened(connection, request, at: at)
    case .sent(let connection, var message, let at):
      message.text =
        keepsText && !message.isAudio || keepsText && keepsAudio ? message.text.map(blotted) : nil
      message.audio = keepsAudio ? message.audio : nil
      return .sent(connection, message, at: at)
    case .closed, .received, .timer, .turnEnded: return entry
    }
  }

  private func masked(_ head: ResponseHead) -> ResponseHead {
    var head = head
    head.headers = head.headers.filter { Self.headers.contains($0.name.lowercased()) }.map {
      HeaderField($0.name, blotted($0.value))
    }
    return head
  }

  private func masked(_ message: WireMessage, place: inout SoundPlace) -> CassetteArrival {
    switch message {
    case .text(let text):
      var bytes = blotted(Array(text.utf8))
      let carriesAudio = MessageKind.sound(in: text) != nil
      // A control message stands between two chunks of sound.
      if !carriesAudio { place.position = 0 }
      // Sound inside of a text is kept only where both are.
      if !keepsText || carriesAudio && !keepsAudio { bytes = TextMask.message(bytes, sound: &place) }
      return CassetteArrival(.message(.text(String(decoding: bytes, as: UTF8.self))))
    case .binary(let bytes):
      guard !keepsAudio else { return CassetteArrival(.message(.binary(bytes))) }
      let runs = place.runs(of: bytes)
      return CassetteArrival(.message(.binary(runs.bytes)), runs: runs)
    }
  }

  /// Masks a response's body as a whole, because the network cuts it anywhere, and cuts it again where it was
  /// cut.
  private func mask(
    bodiesAt indices: [Int], type: String, from start: SoundPlace, in conversation: inout RecordedConversation
  ) {
    let isText = type.hasPrefix("text/") || type.contains("json") || type.contains("xml") || type.isEmpty
    if isText {
      let whole = blotted(indices.flatMap { body(of: conversation.entries[$0]) })
      var place = start
      let masked =
        keepsText
        ? whole
        : type.contains("event-stream")
          ? TextMask.events(whole, sound: &place) : TextMask.message(whole, sound: &place)
      var begin = 0
      for index in indices {
        let end = begin + body(of: conversation.entries[index]).count
        replace(index, by: CassetteArrival(.body(Array(masked[begin..<end]))), in: &conversation)
        begin = end
      }
    } else if !keepsAudio {
      var place = start
      for index in indices {
        let runs = place.runs(of: body(of: conversation.entries[index]))
        replace(index, by: CassetteArrival(.body(runs.bytes), runs: runs), in: &conversation)
      }
    }
  }

  private func body(of entry: CassetteEntry) -> [UInt8] {
    guard case .received(_, let arrival, _) = entry, case .body(let bytes) = arrival.event else { return [] }
    return bytes
  }

  private func replace(_ index: Int, by arrival: CassetteArrival, in conversation: inout RecordedConversation)
  {
    guard case .received(let connection, _, let at) = conversation.entries[index] else { return }
    conversation.entries[index] = .received(connection, arrival, at: at)
  }

  /// A path with its query, without the values that may be a key or somebody's words.
  private func target(_ target: String) -> String {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return blotted(target) }
    let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
      let name = item.prefix { $0 != "=" }.lowercased()
      let isSecret = ["key", "token", "secret", "auth", "password", "signature"].contains {
        name.contains($0)
      }
      let isSaid = ["text", "prompt", "keyterm", "keywords", "search", "replace"].contains(name)
      return isSecret || isSaid && !keepsText ? "\(item.prefix { $0 != "=" })=hidden" : String(item)
    }
    return blotted(parts[0] + "?" + query.joined(separator: "&"))
  }

  private func words(_ text: String) -> String {
    let text = blotted(text)
    return keepsText ? text : String(decoding: TextMask.text(Array(text.utf8)[...]), as: UTF8.self)
  }

  private func blotted(_ text: String) -> String {
    String(decoding: blotted(Array(text.utf8)), as: UTF8.self)
  }

  /// Blots every key out, by as many asterisks.
  private func blotted(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for secret in secrets where bytes.count >= secret.count {
      var index = 0
      while index + secret.count <= bytes.count {
        if bytes[index] == secret[0], bytes[index..<(index + secret.count)].elementsEqual(secret) {
          for place in index..<(index + secret.count) { bytes[place] = UInt8(ascii: "*") }
        }
        index += 1
      }
    }
    return bytes
  }
}

extension CassetteRequest {
  /// A request as a tap sees it; the body stays until the conversation is masked.
  public init(_ request: ConnectionRequest) {
    let transport =
      switch request.transport {
      case .webSocket: Self.webSocket
      case .http(let method): method
      case .engine: "engine"
      }
    self.init(
      transport: transport, target: request.target, headers: request.headers.map(\.name),
      session: CassetteMask.sessionHeaders.lazy.compactMap { request.headers.value(of: $0) }.first,
      size: request.body.count,
      text: request.body.isEmpty ? nil : String(decoding: request.body, as: UTF8.self))
  }
}

extension CassetteMessage {
  /// A message as a tap sees it; the content stays until the conversation is masked.
  public init(_ message: WireMessage) {
    switch message {
    case .text(let text):
      let sound = MessageKind.sound(in: text)
      self.init(
        kind: MessageKind.of(text), size: message.byteCount, isAudio: sound != nil,
        isLoud: sound.map(AudioRuns.isLoud) ?? false, text: text)
    case .binary(let bytes):
      self.init(
        kind: "binary", size: bytes.count, isAudio: true, isLoud: AudioRuns.isLoud(bytes), audio: bytes)
    }
  }
}
