import LabProviders
import LabStatistics

/// Writes the events of a Realtime session: each has an id of its own.
struct RealtimeWriter {
  private var generator: SeededGenerator
  private var events = 0
  private let session: String

  init(generator: SeededGenerator) {
    self.generator = generator
    session = Self.digits(using: &self.generator)
  }

  /// An id such as `item_…`, which occurs once in the session.
  mutating func id(_ kind: String) -> String { "\(kind)_\(Self.digits(using: &generator))" }

  /// An event of a type with its other members.
  mutating func event(_ type: String, _ members: String = "") -> String {
    events += 1
    let rest = members.isEmpty ? "" : "," + members
    return #"{"type":"\#(type)","event_id":"event_\#(session)\#(events)"\#(rest)}"#
  }

  /// The event that says that a client's event made no sense.
  mutating func error(_ problem: RealtimeProblem, answering clientEvent: String?) -> String {
    let param = problem.param.map(JSONText.quoted) ?? "null"
    let event = clientEvent.map(JSONText.quoted) ?? "null"
    return self.event(
      "error",
      #""error":{"type":"invalid_request_error","code":"\#(problem.code)","#
        + #""message":\#(JSONText.quoted(problem.message)),"param":\#(param),"event_id":\#(event)}"#)
  }

  private static func digits(using generator: inout SeededGenerator) -> String {
    let hex = String(generator.next(), radix: 16)
    return String(repeating: "0", count: 16 - hex.count) + hex
  }
}
