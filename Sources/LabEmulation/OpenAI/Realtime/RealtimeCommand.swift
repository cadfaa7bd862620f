import LabProviders

/// An event of a client.
struct RealtimeCommand {
  let type: String
  /// The client's own id for it, repeated in errors.
  let eventID: String?
  let fields: JSONTree

  /// Reads a message.
  ///
  /// - Throws: `RealtimeProblem` when it is not an event.
  init(_ message: WireMessage) throws(RealtimeProblem) {
    guard case .text(let text) = message, let fields = JSONText.read(JSONTree.self, from: text),
      fields.isObject
    else {
      throw RealtimeProblem(
        code: "invalid_event",
        message: "The message is not valid JSON: it must be one object in a text message.")
    }
    guard let type = fields["type"]?.string else { throw .missing("type") }
    self.type = type
    self.fields = fields
    eventID = fields["event_id"]?.string
  }

  /// The sound of an `append`.
  ///
  /// - Throws: `RealtimeProblem` when there is none.
  func sound() throws(RealtimeProblem) -> [UInt8] {
    guard let text = fields["audio"]?.string else { throw .missing("audio") }
    guard let bytes = Base64Text.decoded(text) else {
      throw .invalidValue("audio", "valid base64")
    }
    return bytes
  }
}
