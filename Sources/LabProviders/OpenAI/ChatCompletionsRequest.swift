/// The body of a chat completion that streams.
struct ChatCompletionsRequest {
  let model: String
  let options: LanguageModelOptions

  func body(_ messages: [ChatMessage]) -> [UInt8] {
    var bytes = Array(#"{"model":"#.utf8)
    JSONText.appendQuoted(model, to: &bytes)
    bytes += #","messages":["#.utf8
    for (index, message) in messages.enumerated() {
      bytes += (index == 0 ? #"{"role":""# : #",{"role":""#).utf8
      bytes += message.role.rawValue.utf8
      bytes += #"","content":"#.utf8
      JSONText.appendQuoted(message.content, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += #"],"stream":true,"stream_options":{"include_usage":true"#.utf8
    bytes += (options.disablesObfuscation ? #","include_obfuscation":false}"# : "}").utf8
    appendLimits(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private func appendLimits(to bytes: inout [UInt8]) {
    if let tokens = options.maximumTokens { bytes += #","max_completion_tokens":\#(tokens)"#.utf8 }
    if let temperature = options.temperature { bytes += #","temperature":\#(temperature)"#.utf8 }
    if let effort = options.reasoningEffort {
      bytes += #","reasoning_effort":"#.utf8
      JSONText.appendQuoted(effort, to: &bytes)
    }
  }
}
