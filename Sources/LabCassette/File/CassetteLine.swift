import Foundation
import LabEmulation
import LabProviders
import LabRecord
import LabTimeline

/// A line of a cassette as JSON, with every field that any line has.
struct CassetteLine: Decodable {
  var line: String?
  var at: Int64?
  var on: String?
  var due: Int64?
  var name: String?
  var kind: String?
  var size: Int?
  var sound: Bool?
  var loud: Bool?
  var text: String?
  var base64: String?
  var runs: [Int]?
  var lead: Bool?
  var tail: Bool?
  var code: Int?
  var failure: String?
  var head: Head?
  var transport: String?
  var target: String?
  var headers: [String]?
  var session: String?
  var stt: String?
  var llm: String?
  var tts: String?
  var cell: String?
  var iteration: Int?
  var warmup: Bool?
  var intended: Int64?
  var started: Int64?
  var entries: Int?

  private enum CodingKeys: String, CodingKey {
    case line, at, on, due, name, kind, size, sound, loud, text, base64, runs, lead, tail, code, failure,
      head,
      transport
    case target, headers, session, stt, llm, tts, cell, iteration, warmup, entries
    case intended = "intended_ns"
    case started = "started_ns"
  }

  struct Head: Decodable {
    var status: Int
    var headers: [[String]]
    var setup: Setup
  }

  struct Setup: Decodable {
    var reused: Bool
    var dns: Int64?
    var connect: Int64?
    var tls: Int64?
    var upgrade: Int64?

    var setup: ConnectionSetup {
      ConnectionSetup(
        isReused: reused, nameLookup: dns.map { .nanoseconds($0) }, connect: connect.map { .nanoseconds($0) },
        tls: tls.map { .nanoseconds($0) }, upgrade: upgrade.map { .nanoseconds($0) })
    }
  }

  /// What is wrong with a line, without its file and number.
  struct Problem: Error {
    let message: String
  }

  /// A field that the line must have.
  func required<Value>(_ path: KeyPath<CassetteLine, Value?>, _ name: String) throws -> Value {
    guard let value = self[keyPath: path] else {
      throw Problem(message: "the line “\(line ?? "")” lacks “\(name)”")
    }
    return value
  }

  private func instant() throws -> LabInstant { LabInstant(nanoseconds: try required(\.at, "at")) }

  private func connection() throws -> CassetteConnection {
    let text = try required(\.on, "on")
    guard let connection = CassetteConnection(text) else {
      throw Problem(message: "“\(text)” is not a connection; write it like stt.0.0")
    }
    return connection
  }

  func conversation() throws -> RecordedConversation {
    let identity = CassetteIdentity(
      stt: try required(\.stt, "stt"), llm: try required(\.llm, "llm"), tts: try required(\.tts, "tts"),
      cell: try required(\.cell, "cell"), name: try required(\.name, "name"),
      iteration: try required(\.iteration, "iteration"), isWarmup: warmup ?? false)
    var arrival: ConversationArrival?
    if let intended, let started {
      arrival = ConversationArrival(
        intended: LabInstant(nanoseconds: intended), started: LabInstant(nanoseconds: started))
    }
    return RecordedConversation(identity: identity, arrival: arrival)
  }

  func entry(_ type: String) throws -> CassetteEntry {
    let at = try instant()
    switch type {
    case "open":
      let request = CassetteRequest(
        transport: try required(\.transport, "transport"), target: try required(\.target, "target"),
        headers: headers ?? [], session: session, size: size ?? 0, text: text)
      return .opened(try connection(), request, at: at)
    case "sent":
      let message = CassetteMessage(
        kind: try required(\.kind, "kind"), size: try required(\.size, "size"), isAudio: sound ?? false,
        isLoud: loud ?? false,
        text: text,
        audio: try base64.map(decoded))
      return .sent(try connection(), message, at: at)
    case "close": return .closed(try connection(), at: at)
    case "received": return .received(try connection(), try arrival(), at: at)
    case "timer":
      let due = LabInstant(nanoseconds: try required(\.due, "due"))
      return .timer(try required(\.name, "name"), due: due, at: at)
    case "turn": return .turnEnded(at: at)
    default: throw Problem(message: "“\(type)” is not a line of a cassette")
    }
  }

  private func arrival() throws -> CassetteArrival {
    let kind = try required(\.kind, "kind")
    switch kind {
    case "opened":
      let head = try required(\.head, "head")
      guard head.headers.allSatisfy({ $0.count == 2 }) else {
        throw Problem(message: "a header is a name and a value")
      }
      return CassetteArrival(
        .opened(
          ResponseHead(
            status: head.status, headers: head.headers.map { HeaderField($0[0], $0[1]) },
            setup: head.setup.setup)))
    case "text": return CassetteArrival(.message(.text(try sized(try required(\.text, "text")))))
    case "binary":
      let (bytes, runs) = try content()
      return CassetteArrival(.message(.binary(bytes)), runs: runs)
    case "body":
      let (bytes, runs) = try content()
      return CassetteArrival(.body(bytes), runs: runs)
    case "body_ended": return CassetteArrival(.bodyEnded)
    case "closed": return CassetteArrival(.closed(code: try required(\.code, "code"), reason: text ?? ""))
    case "failed":
      return CassetteArrival(
        .failed(ConnectionFailure(code: try required(\.failure, "failure"), message: text ?? "")))
    default: throw Problem(message: "“\(kind)” is not a kind of arrival")
    }
  }

  private func content() throws -> ([UInt8], AudioRuns?) {
    if let runs {
      let isWhole = runs.count.isMultiple(of: 2)
      // A message of a minute is longer than any; a count that is not believed is not allocated.
      let counts = stride(from: 1, to: runs.count, by: 2).map { runs[$0] }
      guard isWhole, counts.allSatisfy({ (1...10_000_000).contains($0) }), counts.reduce(0, +) <= 10_000_000
      else {
        throw Problem(message: "“runs” must be values and counts by turns, each count at least 1")
      }
      let sound = AudioRuns(runs: runs, hasLead: lead ?? false, hasTail: tail ?? false)
      return (try sized(sound.bytes), sound)
    }
    if let text { return (Array(try sized(text).utf8), nil) }
    return (try sized(try decoded(try required(\.base64, "text, runs or base64"))), nil)
  }

  private func decoded(_ text: String) throws -> [UInt8] {
    guard let data = Data(base64Encoded: text) else { throw Problem(message: "“base64” is not base64") }
    return Array(data)
  }

  private func sized(_ text: String) throws -> String {
    _ = try sized(Array(text.utf8))
    return text
  }

  private func sized(_ bytes: [UInt8]) throws -> [UInt8] {
    guard size == nil || size == bytes.count else {
      throw Problem(message: "“size” is \(size ?? 0), but the content has \(bytes.count) bytes")
    }
    return bytes
  }
}
