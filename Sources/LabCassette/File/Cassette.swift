import Foundation
import LabRecord
import LabTimeline

/// A cassette: what happened at the wire of a run's conversations.
public struct Cassette: Hashable, Sendable {
  public var header: CassetteHeader
  public var conversations: [RecordedConversation]

  public init(header: CassetteHeader, conversations: [RecordedConversation]) {
    self.header = header
    self.conversations = conversations
  }

  /// Reads a cassette. Conversations that a crash cut off at the end are left out, as they are never whole.
  ///
  /// - Throws: a ``CassetteError`` that names the file and the line.
  public init(path: String) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw CassetteError(
        path: path, "there is no such file, or it cannot be read",
        hint: "Name a file that 'turnlab record' wrote.")
    }
    try self.init(bytes: Array(data), path: path)
  }

  /// Reads a cassette from memory.
  public init(bytes: [UInt8], path: String) throws {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, !first.isEmpty else {
      throw CassetteError(
        path: path, "the file is empty; a cassette begins with a line that names its schema")
    }
    header = try Self.header(Array(first), path: path)
    conversations = []
    var current: RecordedConversation?
    for (index, bytes) in lines.enumerated().dropFirst() where !bytes.isEmpty {
      let isCut = index == lines.count - 1
      do {
        try Self.read(Array(bytes), into: &current, finished: &conversations)
      } catch let problem as CassetteLine.Problem {
        if isCut { break }
        throw CassetteError(path: path, line: index + 1, problem.message)
      }
    }
    guard !conversations.isEmpty else {
      throw CassetteError(path: path, "the cassette holds no complete conversation")
    }
  }

  private static func read(
    _ bytes: [UInt8], into current: inout RecordedConversation?, finished: inout [RecordedConversation]
  ) throws {
    let line = try decode(CassetteLine.self, bytes)
    let type = try line.required(\.line, "line")
    switch (type, current != nil) {
    case ("conversation", false): current = try line.conversation()
    case ("conversation", true):
      throw CassetteLine.Problem(message: "a conversation begins before the one before it has ended")
    case ("end", true):
      guard let conversation = current else { return }
      guard line.entries == nil || line.entries == conversation.entries.count else {
        throw CassetteLine.Problem(
          message:
            "the conversation has \(conversation.entries.count) lines, not \(line.entries ?? 0): some are lost"
        )
      }
      finished.append(conversation)
      current = nil
    case (_, false): throw CassetteLine.Problem(message: "the line stands outside of a conversation")
    case (_, true): current?.entries.append(try line.entry(type))
    }
  }

  private struct HeaderLine: Decodable {
    var schema: String?
    var plan: String
    var sha256: String
    var mode: String
    var seed: UInt64
    var date: String?
    var text: Bool
    var audio: Bool
    var repeats: Int?
    var select: String?
    var planText: String

    private enum CodingKeys: String, CodingKey {
      case schema, plan, sha256, mode, seed, date, text, audio, repeats, select
      case planText = "plan_text"
    }
  }

  private struct SchemaLine: Decodable {
    var schema: String?
  }

  private static func header(_ bytes: [UInt8], path: String) throws -> CassetteHeader {
    do {
      let schema = try decode(SchemaLine.self, bytes).schema
      guard schema == CassetteHeader.currentSchema else {
        throw CassetteLine.Problem(
          message:
            "the schema is “\(schema ?? "missing")”; this program reads \(CassetteHeader.currentSchema)")
      }
      let line = try decode(HeaderLine.self, bytes)
      guard let mode = RunMode(rawValue: line.mode) else {
        throw CassetteLine.Problem(message: "“\(line.mode)” is not the mode of a run")
      }
      return CassetteHeader(
        plan: .init(name: line.plan, sha256: line.sha256), planText: line.planText, mode: mode,
        seed: line.seed, date: line.date, hasText: line.text, hasAudio: line.audio,
        repeats: line.repeats, selection: line.select)
    } catch let problem as CassetteLine.Problem {
      throw CassetteError(path: path, line: 1, problem.message)
    }
  }

  private static func decode<Value: Decodable>(_: Value.Type, _ bytes: [UInt8]) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch DecodingError.keyNotFound(let key, _) {
      throw CassetteLine.Problem(message: "the line lacks “\(key.stringValue)”")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      let name = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw CassetteLine.Problem(message: "“\(name)” has a value of the wrong kind")
    } catch {
      throw CassetteLine.Problem(message: "the line is not a JSON object")
    }
  }
}
