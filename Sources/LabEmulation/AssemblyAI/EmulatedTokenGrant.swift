import LabProviders
import LabStatistics
public import LabTimeline

/// The server half of `GET /v3/token`: a temporary key for one streaming session.
///
/// Source: AssemblyAI's API document (2026-03). The emulator takes any key, so it does not remember the tokens.
public struct EmulatedTokenGrant: EmulatedExchange {
  private let request: ConnectionRequest
  private var generator: SeededGenerator

  init(request: ConnectionRequest, generator: SeededGenerator) {
    self.request = request
    self.generator = generator
  }

  public mutating func handle(
    _ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]
  ) {
    guard input == .opened else { return }
    let query = QueryString(target: request.target)
    func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
      query[name].flatMap(Double.init).flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    let length = number("max_session_duration_seconds", 60...10_800)
    if (request.headers.value(of: "Authorization") ?? "").isEmpty {
      answer(401, "{\"error\":\"Unauthorized\"}", into: &actions)
    } else if let seconds = number("expires_in_seconds", 1...600),
      length != nil || query["max_session_duration_seconds"] == nil
    {
      let token = String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
      answer(200, "{\"token\":\"\(token)\",\"expires_in_seconds\":\(seconds)}", into: &actions)
    } else {
      let error = "expires_in_seconds must be from 1 to 600 and max_session_duration_seconds from 60 to 10800"
      answer(400, "{\"error\":\(JSONText.quoted(error))}", into: &actions)
    }
  }

  private func answer(_ status: Int, _ body: String, into actions: inout [ServerAction]) {
    actions.append(.respond(status: status, headers: [HeaderField("Content-Type", "application/json")]))
    actions.append(.body(Array(body.utf8), received: nil))
    actions.append(.endBody)
  }
}
