import LabProviders

/// A request for a response, as far as the emulator acts on it.
struct ResponsesRequest: Decodable, Sendable {
  var model: String
  var input: Input
  var instructions: String?
  var stream: Bool?

  /// One text, or items of which those without text count as none.
  struct Input: Decodable, Sendable {
    var texts: [String]

    private struct Item: Decodable { var content: Content? }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = container.read(String.self) {
        texts = [text]
      } else {
        texts = try container.decode([Item].self).compactMap { $0.content?.text }
      }
    }
  }

  /// Text, or parts of which those without text count as none.
  private struct Content: Decodable {
    var text: String

    private struct Part: Decodable { var text: String? }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = container.read(String.self) {
        self.text = text
      } else {
        text = try container.decode([Part].self).compactMap(\.text).joined(separator: " ")
      }
    }
  }
}
