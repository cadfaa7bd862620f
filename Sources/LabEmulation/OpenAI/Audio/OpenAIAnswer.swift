import LabProviders
import LabStatistics

/// What the answers of OpenAI's routes for audio have in common: an id, the headers, and how they refuse.
struct OpenAIAnswer {
  /// Thirty-two hexadecimal digits that the ids of an answer are made of.
  let name: String

  init(using generator: inout SeededGenerator) {
    name = generator.uuid().filter { $0 != "-" }
  }

  /// The headers of an answer, given how long its head took in milliseconds.
  func headers(milliseconds: Int, contentType: String) -> [HeaderField] {
    ChatError.headers(requestID: "req_" + name, milliseconds: milliseconds) + [
      HeaderField("Content-Type", contentType)
    ]
  }

  /// Answers with an error; a WebSocket upgrade is refused with it.
  func refuse(_ error: ChatError, into actions: inout [ServerAction]) {
    actions.answer(
      status: error.status, headers: ChatError.headers(requestID: "req_" + name, milliseconds: 0),
      json: error.body)
  }

  /// The provider that a model's own name stands for: a dated snapshot behaves like the model.
  static func provider(of model: String) -> String {
    "openai/" + model.replacing(#/-20\d\d-\d\d-\d\d$/#, with: "")
  }
}
