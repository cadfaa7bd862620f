/// One event of a streamed response; every field but the type may be missing.
struct ResponsesEvent: Decodable {
  var type: String
  var delta: String?
  var item: Item?
  var response: Response?
  var error: ChatCompletionsError?
  var code: String?
  var message: String?

  struct Item: Decodable {
    var type: String?
    var callID: String?
    var name: String?
    var arguments: String?

    private enum CodingKeys: String, CodingKey {
      case type, name, arguments
      case callID = "call_id"
    }

    var call: ToolCall? {
      guard type == "function_call" else { return nil }
      return ToolCall(id: callID ?? "", name: name ?? "", arguments: arguments ?? "{}")
    }
  }

  struct Response: Decodable {
    var usage: Usage?
    var error: ChatCompletionsError?
    var incompleteDetails: Details?

    private enum CodingKeys: String, CodingKey {
      case usage, error
      case incompleteDetails = "incomplete_details"
    }

    struct Details: Decodable { var reason: String? }
  }

  struct Usage: Decodable {
    var input: Int?
    var output: Int?
    var inputDetails: InputDetails?
    var outputDetails: OutputDetails?

    private enum CodingKeys: String, CodingKey {
      case input = "input_tokens"
      case output = "output_tokens"
      case inputDetails = "input_tokens_details"
      case outputDetails = "output_tokens_details"
    }

    struct InputDetails: Decodable {
      var cachedTokens: Int?

      private enum CodingKeys: String, CodingKey { case cachedTokens = "cached_tokens" }
    }

    struct OutputDetails: Decodable {
      var reasoningTokens: Int?

      private enum CodingKeys: String, CodingKey { case reasoningTokens = "reasoning_tokens" }
    }

    var tokens: TokenUsage {
      TokenUsage(
        input: input ?? 0, cachedInput: inputDetails?.cachedTokens ?? 0, output: output ?? 0,
        reasoning: outputDetails?.reasoningTokens ?? 0)
    }
  }
}
