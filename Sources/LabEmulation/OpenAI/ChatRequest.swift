import LabProviders

/// A request for a chat completion, as far as the emulator acts on it.
struct ChatRequest: Decodable, Sendable {
  var model: String
  var messages: [Message]
  var stream: Bool?
  var streamOptions: StreamOptions?
  /// Whether there are tools; what they are is of no one form.
  var tools: Tools?

  struct Tools: Decodable, Sendable {
    init(from decoder: any Decoder) {}
  }

  struct Message: Decodable, Sendable {
    var role: String
    /// Text; parts of other kinds count as none.
    var content: String

    private enum CodingKeys: String, CodingKey {
      case role, content
    }

    private struct Part: Decodable {
      var text: String?
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      role = try container.decode(String.self, forKey: .role)
      if let text = container.read(String.self, forKey: .content) {
        content = text
      } else {
        let parts = try container.decodeIfPresent([Part].self, forKey: .content) ?? []
        content = parts.compactMap(\.text).joined(separator: " ")
      }
    }
  }

  struct StreamOptions: Decodable, Sendable {
    var includeUsage: Bool?

    private enum CodingKeys: String, CodingKey {
      case includeUsage = "include_usage"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case model, messages, stream, tools
    case streamOptions = "stream_options"
  }
}
