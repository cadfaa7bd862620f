import LabProviders

/// Chat completions as servers other than OpenAI word them.
struct QuirkyChatCodec: LanguageModelCodec {
  private static let musings = [
    "The", " caller", " asks", " something", ",", " so", " I", " look", " at", " what", " is", " known", ".",
    " Then", " I", " answer", ".",
  ]

  private let asked: LanguageModelRequest
  private let quirks: ChatQuirks
  private let id: String

  init(request: LanguageModelRequest, name: String) {
    self.init(request: request, name: name, quirks: ChatQuirks())
  }

  init(request: LanguageModelRequest, name: String, quirks: ChatQuirks) {
    asked = request
    self.quirks = quirks
    id = "chatcmpl-" + name.prefix(24)
  }

  static func isAuthorised(_ request: ConnectionRequest) -> Bool { ChatError.isAuthorised(request) }

  static func read(_ request: ConnectionRequest) -> LanguageModelRequest? {
    ChatCompletionsCodec.read(request)
  }

  static func refusal(_ reason: LanguageModelRefusal.Reason, request name: String) -> LanguageModelRefusal {
    refusal(reason, request: name, quirks: ChatQuirks())
  }

  static func refusal(
    _ reason: LanguageModelRefusal.Reason, request name: String, quirks: ChatQuirks
  ) -> LanguageModelRefusal {
    let (status, type, words) =
      switch reason {
      case .unauthorised: (401, "authentication_error", "The API key is missing or wrong.")
      case .malformed: (400, "invalid_request_error", "The body needs a model and messages.")
      case .unknownModel(let model): (404, "not_found_error", "There is no model '\(model)' here.")
      }
    let message = JSONText.quoted(words)
    let body =
      switch quirks.errors {
      case .object:
        "{\"error\":{\"message\":\(message),\"type\":\"\(type)\",\"param\":null,\"code\":\(status)}}"
      case .flat:
        "{\"object\":\"error\",\"message\":\(message),\"type\":\"\(type)\",\"param\":null,\"code\":\(status)}"
      case .text: "{\"error\":\(message)}"
      case .detail: "{\"detail\":\(message)}"
      }
    return LanguageModelRefusal(status: status, headers: [], body: body)
  }

  func headers(milliseconds: Int) -> [HeaderField] { [] }

  // MARK: A text

  var opening: [[UInt8]] {
    switch quirks.role {
    case .empty: [chunk("{\"role\":\"assistant\",\"content\":\"\"}")]
    case .null: [chunk("{\"role\":\"assistant\",\"content\":null}")]
    case .bare: [chunk("{\"role\":\"assistant\"}")]
    case .joined, .absent: []
    }
  }

  var thoughts: [[UInt8]] {
    let count = quirks.thinkingTokens
    guard count > 0 else { return [] }
    let words = (0..<count).map { JSONText.quoted(Self.musings[$0 % Self.musings.count]) }
    guard quirks.thinking == .inline else {
      return words.enumerated().map { index, word in
        chunk("{\(role(at: index))\"\(quirks.thinking.rawValue)\":\(word)}")
      }
    }
    return ([JSONText.quoted("<think>")] + words + [JSONText.quoted("</think>\n\n")]).enumerated().map {
      chunk("{\(role(at: $0))\"content\":\($1)}")
    }
  }

  func token(_ text: String, at index: Int) -> [UInt8] {
    let place = quirks.thinkingTokens > 0 ? 1 : index
    return chunk("{\(role(at: place))\"content\":\(JSONText.quoted(text))}")
  }

  func closing(text: String, tokens: Int) -> [[UInt8]] {
    // The end repeats no role.
    closing(delta: quirks.role == .joined ? "{\"content\":\"\"}" : "{}", reason: "stop", tokens: tokens)
  }

  func whole(text: String, tokens: Int) -> [UInt8] {
    whole("\"content\":\(JSONText.quoted(text))", reason: "stop", tokens: tokens)
  }

  private func role(at index: Int) -> String {
    quirks.role == .joined && index == 0 ? "\"role\":\"assistant\"," : ""
  }

  // MARK: A tool call

  func opening(_ call: ToolCall) -> [[UInt8]] {
    let arguments = quirks.toolCalls == .whole ? call.arguments : ""
    let index = quirks.toolCalls == .whole ? "" : "\"index\":0,"
    let role = quirks.role == .joined ? "\"role\":\"assistant\",\"content\":\"\"," : ""
    return opening + [chunk("{\(role)\"tool_calls\":[{\(index)\(Self.fields(of: call, arguments))}]}")]
  }

  func fragment(_ text: String, at index: Int) -> [UInt8] {
    guard quirks.toolCalls == .fragments else { return [] }
    return chunk("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\(JSONText.quoted(text))}}]}")
  }

  func closing(_ call: ToolCall, fragments: Int) -> [[UInt8]] {
    closing(delta: "{}", reason: quirks.saysToolCalls ? "tool_calls" : "stop", tokens: fragments)
  }

  func whole(_ call: ToolCall, fragments: Int) -> [UInt8] {
    whole(
      "\"content\":null,\"tool_calls\":[{\(Self.fields(of: call, call.arguments))}]", reason: "tool_calls",
      tokens: fragments)
  }

  private static func fields(of call: ToolCall, _ arguments: String) -> String {
    "\"id\":\(JSONText.quoted(call.id)),\"type\":\"function\",\"function\":{\"name\":\(JSONText.quoted(call.name)),"
      + "\"arguments\":\(JSONText.quoted(arguments))}"
  }

  // MARK: Chunks

  private func closing(delta: String, reason: String, tokens: Int) -> [[UInt8]] {
    let usage = usage(tokens)
    var events: [[UInt8]] = []
    switch quirks.usage {
    case .asked:
      events.append(chunk(delta, finish: reason))
      if asked.includesUsage { events.append(event(choices: "[]", ",\"usage\":\(usage)")) }
    case .groq:
      let own = ",\"x_groq\":{\"id\":\"req_emulated\",\"usage\":\(usage)},\"usage\":\(usage)"
      events.append(chunk(delta, finish: reason, further: own))
    case .choice: events.append(chunk(delta, finish: reason, choice: ",\"usage\":\(usage)"))
    case .never: events.append(chunk(delta, finish: reason))
    }
    return events + (quirks.terminates ? [line("[DONE]")] : [])
  }

  private func usage(_ tokens: Int) -> String {
    let completion = tokens + quirks.thinkingTokens
    return "{\"prompt_tokens\":\(asked.tokens),\"completion_tokens\":\(completion),"
      + "\"total_tokens\":\(asked.tokens + completion)}"
  }

  private func chunk(
    _ delta: String, finish: String? = nil, choice: String = "", further: String = ""
  ) -> [UInt8] {
    let reason = finish.map { "\"\($0)\"" } ?? "null"
    return event(
      choices: "[{\"index\":0,\"delta\":\(delta),\"finish_reason\":\(reason)\(choice)}]", further)
  }

  private func event(choices: String, _ further: String) -> [UInt8] {
    line(
      "{\"id\":\"\(id)\",\"object\":\"chat.completion.chunk\",\"created\":0,"
        + "\"model\":\(JSONText.quoted(asked.model)),\"choices\":\(choices)\(further)}")
  }

  private func line(_ data: String) -> [UInt8] {
    Array("data:\(quirks.hasSpace ? " " : "")\(data)\n\n".utf8)
  }

  private func whole(_ message: String, reason: String, tokens: Int) -> [UInt8] {
    Array(
      ("{\"id\":\"\(id)\",\"object\":\"chat.completion\",\"created\":0,"
        + "\"model\":\(JSONText.quoted(asked.model)),\"choices\":[{\"index\":0,"
        + "\"message\":{\"role\":\"assistant\",\(message)},\"finish_reason\":\"\(reason)\"}]"
        + (quirks.usage == .never ? "}" : ",\"usage\":\(usage(tokens))}")).utf8)
  }
}
