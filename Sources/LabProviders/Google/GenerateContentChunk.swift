/// One event of a streamed Gemini reply, or the body of an error; every field may be missing.
struct GenerateContentChunk: Decodable {
  var candidates: [Candidate]?
  var usageMetadata: Usage?
  var promptFeedback: Feedback?
  var error: Failure?

  struct Candidate: Decodable {
    var content: Content?
    var finishReason: String?
  }

  struct Content: Decodable {
    var parts: [Part]?
  }

  struct Part: Decodable {
    var text: String?
    /// The part is reasoning.
    var thought: Bool?
    var functionCall: FunctionCall?
    var thoughtSignature: String?
  }

  struct FunctionCall: Decodable {
    var id: String?
    var name: String?
  }

  struct Feedback: Decodable {
    var blockReason: String?
  }

  struct Usage: Decodable {
    var promptTokenCount: Int?
    var candidatesTokenCount: Int?
    var thoughtsTokenCount: Int?
    var cachedContentTokenCount: Int?

    /// Thoughts are billed as output, but counted apart from the answer's tokens.
    var tokens: TokenUsage {
      TokenUsage(
        input: promptTokenCount ?? 0, cachedInput: cachedContentTokenCount ?? 0,
        output: TokenUsage.sum(candidatesTokenCount, thoughtsTokenCount), reasoning: thoughtsTokenCount ?? 0)
    }
  }

  struct Failure: Decodable {
    var message: String?
    var status: String?

    /// The stable word for a failure inside a stream.
    var failureCode: String {
      switch status {
      case "RESOURCE_EXHAUSTED": "rate_limited"
      case "UNAVAILABLE": "overloaded"
      case "UNAUTHENTICATED", "PERMISSION_DENIED": "unauthorized"
      case "NOT_FOUND": "not_found"
      case "INVALID_ARGUMENT", "FAILED_PRECONDITION": "bad_request"
      case "DEADLINE_EXCEEDED": "timed_out"
      default: "server_error"
      }
    }
  }
}
