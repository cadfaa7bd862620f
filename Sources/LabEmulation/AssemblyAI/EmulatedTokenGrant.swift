import LabProviders
import LabStatistics
import LabTimeline

/// The server half of `GET /v3/token`: a temporary key for one streaming session.
///
/// Source: AssemblyAI's API document (2026-03). The emulator takes any key, so it does not remember the
/// tokens.
struct EmulatedTokenGrant: EmulatedExchange {
  private let request: ConnectionRequest
  private var generator: SeededGenerator

  init(request: ConnectionRequest, generator: SeededGenerator) {
    self.request = request
    self.generator = generator
  }

  mutating func handle(_ input: ServerInput, at now: LabInstant, into actions: inout [ServerAction]) {
    guard input == .opened else { return }
    let query = QueryString(target: request.target)
    func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
      query[name].flatMap(Double.init).flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    let length = number("max_session_duration_seconds", 60...10_800)
    if (request.headers.value(of: "Authorization") ?? "").isEmpty {
      actions.answer(status: 401, json: "{\"error\":\"Unauthorized\"}")
    } else if let seconds = number("expires_in_seconds", 1...600),
      length != nil || query["max_session_duration_seconds"] == nil
    {
      let token = String(generator.next(), radix: 16) + String(generator.next(), radix: 16)
      actions.answer(status: 200, json: "{\"token\":\"\(token)\",\"expires_in_seconds\":\(seconds)}")
    } else {
      let error = "expires_in_seconds must be from 1 to 600 and max_session_duration_seconds from 60 to 10800"
      actions.answer(status: 400, json: "{\"error\":\(JSONText.quoted(error))}")
    }
  }
}
