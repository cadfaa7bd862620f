import LabProviders

/// The pieces of a streamed chat completion. What they have in common is written once, because there is a
/// piece for every token.
struct ChatChunk: Sendable {
  let includesUsage: Bool
  private let id: String
  private let model: String
  private let prefix: [UInt8]
  private let suffix: [UInt8]

  static let done = Array("data: [DONE]\n\n".utf8)

  init(id: String, model: String, includesUsage: Bool) {
    self.id = id
    self.model = model
    self.includesUsage = includesUsage
    prefix = Array(
      ("data: {\"id\":\"\(id)\",\"object\":\"chat.completion.chunk\",\"created\":0,\"model\":"
        + "\(JSONText.quoted(model)),\"service_tier\":\"default\",\"system_fingerprint\":\"fp_emulated\","
        + "\"choices\":").utf8)
    suffix = Array(((includesUsage ? ",\"usage\":null" : "") + "}\n\n").utf8)
  }

  var role: [UInt8] { choice("{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null}", finish: "null") }
  var finish: [UInt8] { choice("{}", finish: "\"stop\"") }
  var finishCalls: [UInt8] { choice("{}", finish: "\"tool_calls\"") }

  /// The first chunk of a message that calls a tool: the call without its arguments.
  func opening(_ call: ToolCall) -> [UInt8] {
    choice(
      "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"index\":0,\(Self.call(call, arguments: ""))}],"
        + "\"refusal\":null}", finish: "null")
  }

  /// A fragment of a call's arguments.
  func arguments(_ text: String) -> [UInt8] {
    choice(
      "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\(JSONText.quoted(text))}}]}", finish: "null"
    )
  }

  func content(_ text: String) -> [UInt8] {
    var bytes = prefix
    bytes += "[{\"index\":0,\"delta\":{\"content\":".utf8
    JSONText.appendQuoted(text, to: &bytes)
    bytes += "},\"logprobs\":null,\"finish_reason\":null}]".utf8
    return bytes + suffix
  }

  func usage(promptTokens: Int, completionTokens: Int) -> [UInt8] {
    prefix + Array("[],\"usage\":\(Self.usage(promptTokens, completionTokens))}\n\n".utf8)
  }

  /// A completion that is not streamed.
  func whole(text: String, promptTokens: Int, completionTokens: Int) -> [UInt8] {
    whole(
      message: "\"content\":\(JSONText.quoted(text))", finish: "stop", promptTokens: promptTokens,
      completionTokens: completionTokens)
  }

  /// A completion that calls a tool and is not streamed.
  func whole(_ call: ToolCall, promptTokens: Int, completionTokens: Int) -> [UInt8] {
    whole(
      message: "\"content\":null,\"tool_calls\":[{\(Self.call(call, arguments: call.arguments))}]",
      finish: "tool_calls", promptTokens: promptTokens, completionTokens: completionTokens)
  }

  private static func call(_ call: ToolCall, arguments: String) -> String {
    "\"id\":\(JSONText.quoted(call.id)),\"type\":\"function\",\"function\":{\"name\":\(JSONText.quoted(call.name)),"
      + "\"arguments\":\(JSONText.quoted(arguments))}"
  }

  private func whole(message: String, finish: String, promptTokens: Int, completionTokens: Int) -> [UInt8] {
    Array(
      ("{\"id\":\"\(id)\",\"object\":\"chat.completion\",\"created\":0,\"model\":\(JSONText.quoted(model)),"
        + "\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\(message),"
        + "\"refusal\":null,\"annotations\":[]},\"logprobs\":null,\"finish_reason\":\"\(finish)\"}],"
        + "\"usage\":\(Self.usage(promptTokens, completionTokens)),\"service_tier\":\"default\","
        + "\"system_fingerprint\":\"fp_emulated\"}").utf8)
  }

  private func choice(_ delta: String, finish: String) -> [UInt8] {
    prefix + Array("[{\"index\":0,\"delta\":\(delta),\"logprobs\":null,\"finish_reason\":\(finish)}]".utf8)
      + suffix
  }

  private static func usage(_ prompt: Int, _ completion: Int) -> String {
    "{\"prompt_tokens\":\(prompt),\"completion_tokens\":\(completion),\"total_tokens\":\(prompt + completion),"
      + "\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},"
      + "\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0,"
      + "\"accepted_prediction_tokens\":0,\"rejected_prediction_tokens\":0}}"
  }
}
