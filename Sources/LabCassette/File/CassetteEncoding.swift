import Foundation
import LabProviders
import LabRecord
import LabTimeline

/// A cassette's lines, each with its fields in a fixed order.
public enum CassetteEncoding {
  /// The first line.
  public static func line(_ header: CassetteHeader) -> [UInt8] {
    line([
      "schema": JSONText.quoted(CassetteHeader.currentSchema), "plan": JSONText.quoted(header.plan.name),
      "sha256": JSONText.quoted(header.plan.sha256), "mode": JSONText.quoted(header.mode.rawValue),
      "seed": String(header.seed), "date": header.date.map(JSONText.quoted), "text": String(header.hasText),
      "audio": String(header.hasAudio), "repeats": header.repeats.map { "\($0)" },
      "select": header.selection.map(JSONText.quoted), "plan_text": JSONText.quoted(header.planText),
    ])
  }

  /// A conversation: the line that begins it, a line for each entry and the line that ends it.
  public static func lines(_ conversation: RecordedConversation) -> [UInt8] {
    let identity = conversation.identity
    var bytes = line([
      "line": #""conversation""#, "stt": JSONText.quoted(identity.stt), "llm": JSONText.quoted(identity.llm),
      "tts": JSONText.quoted(identity.tts), "cell": JSONText.quoted(identity.cell),
      "name": JSONText.quoted(identity.name), "iteration": String(identity.iteration),
      "warmup": String(identity.isWarmup),
      "intended_ns": conversation.arrival.map { String($0.intended.nanoseconds) },
      "started_ns": conversation.arrival.map { String($0.started.nanoseconds) },
    ])
    for entry in conversation.entries { bytes += line(entry) }
    return bytes + line(["line": #""end""#, "entries": String(conversation.entries.count)])
  }

  private static func line(_ fields: KeyValuePairs<String, String?>) -> [UInt8] {
    Array((JSONText.object(fields) + "\n").utf8)
  }

  private static func line(_ entry: CassetteEntry) -> [UInt8] {
    let at = String(entry.instant.nanoseconds)
    switch entry {
    case .opened(let connection, let request, _):
      return line([
        "line": #""open""#, "at": at, "on": JSONText.quoted(connection.text),
        "transport": JSONText.quoted(request.transport), "target": JSONText.quoted(request.target),
        "headers": JSONText.array(request.headers.map(JSONText.quoted)),
        "session": request.session.map(JSONText.quoted), "size": String(request.size),
        "text": request.text.map(JSONText.quoted),
      ])
    case .sent(let connection, let message, _):
      return line([
        "line": #""sent""#, "at": at, "on": JSONText.quoted(connection.text),
        "kind": JSONText.quoted(message.kind), "size": String(message.size),
        "sound": message.isAudio ? "true" : nil, "loud": message.isLoud ? "true" : nil,
        "text": message.text.map(JSONText.quoted),
        "base64": message.audio.map(base64),
      ])
    case .closed(let connection, _):
      return line(["line": #""close""#, "at": at, "on": JSONText.quoted(connection.text)])
    case .received(let connection, let arrival, _): return line(arrival, on: connection, at: at)
    case .timer(let name, let due, _):
      return line([
        "line": #""timer""#, "at": at, "due": String(due.nanoseconds), "name": JSONText.quoted(name),
      ])
    case .turnEnded: return line(["line": #""turn""#, "at": at])
    }
  }

  private static func line(_ arrival: CassetteArrival, on connection: CassetteConnection, at: String)
    -> [UInt8]
  {
    let on = JSONText.quoted(connection.text)
    func received(_ kind: String, size: Int? = nil, _ rest: String = "") -> [UInt8] {
      let start: KeyValuePairs<String, String?> = [
        "line": #""received""#, "at": at, "on": on, "kind": JSONText.quoted(kind),
        "size": size.map(String.init),
      ]
      return Array((JSONText.object(start).dropLast() + (rest.isEmpty ? "" : "," + rest) + "}\n").utf8)
    }
    switch arrival.event {
    case .opened(let head):
      let headers = head.headers.map {
        JSONText.array([JSONText.quoted($0.name), JSONText.quoted($0.value)])
      }
      return received(
        "opened",
        """
        "head":{"status":\(head.status),"headers":\(JSONText.array(headers)),"setup":\(setup(head.setup))}
        """)
    case .message(.text(let text)):
      return received("text", size: text.utf8.count, "\"text\":" + JSONText.quoted(text))
    case .message(.binary(let bytes)): return received("binary", size: bytes.count, content(bytes, arrival))
    case .body(let bytes): return received("body", size: bytes.count, content(bytes, arrival))
    case .bodyEnded: return received("body_ended")
    case .closed(let code, let reason):
      return received("closed", "\"code\":\(code),\"text\":\(JSONText.quoted(reason))")
    case .failed(let failure):
      return received(
        "failed", "\"failure\":\(JSONText.quoted(failure.code)),\"text\":\(JSONText.quoted(failure.message))")
    }
  }

  private static func content(_ bytes: [UInt8], _ arrival: CassetteArrival) -> String {
    if let runs = arrival.runs {
      let halves = (runs.hasLead ? #","lead":true"# : "") + (runs.hasTail ? #","tail":true"# : "")
      return "\"runs\":" + JSONText.array(runs.runs.map(String.init)) + halves
    }
    if case .body = arrival.event, let text = String(validating: bytes, as: UTF8.self) {
      return "\"text\":" + JSONText.quoted(text)
    }
    return "\"base64\":" + base64(bytes)
  }

  private static func base64(_ bytes: [UInt8]) -> String { "\"" + Data(bytes).base64EncodedString() + "\"" }

  private static func setup(_ setup: ConnectionSetup) -> String {
    func nanoseconds(_ duration: Duration?) -> String? { duration.map { String($0.nanoseconds) } }
    return JSONText.object([
      "reused": String(setup.isReused), "dns": nanoseconds(setup.nameLookup),
      "connect": nanoseconds(setup.connect),
      "tls": nanoseconds(setup.tls), "upgrade": nanoseconds(setup.upgrade),
    ])
  }
}
