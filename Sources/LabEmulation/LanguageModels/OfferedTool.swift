import Foundation
import LabProviders

/// A tool that a request offers to the model, and how an emulated model fills in its arguments.
struct OfferedTool: Sendable {
  var name: String
  /// A JSON Schema, as JSON.
  private let schema: String

  init(name: String, schema: Any?) {
    self.name = name
    self.schema = (schema as? [String: Any]).map { JSONText.text(of: $0) } ?? "{}"
  }

  /// Arguments that fit the schema: what is required, texts from what the user said, the least numbers, the
  /// first of several choices.
  func arguments(said: String) -> String {
    let schema = JSONText.members(of: Array(schema.utf8)) ?? [:]
    let value = Self.value(of: schema.merging(["type": "object"]) { $1 }, said: said, depth: 0)
    return JSONText.text(of: value as? [String: Any] ?? [:], options: [.sortedKeys, .withoutEscapingSlashes])
  }

  private static let deepest = 6

  private static func value(of schema: [String: Any], said: String, depth: Int) -> Any {
    if let choice = (schema["enum"] as? [Any])?.first ?? schema["const"] { return choice }
    let type = (schema["type"] as? [String])?.first ?? schema["type"] as? String ?? "string"
    switch type.lowercased() {
    case "object" where depth < deepest:
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      let required = (schema["required"] as? [String]).map(Set.init) ?? Set(properties.keys)
      return properties.filter { required.contains($0.key) }
        .mapValues { value(of: $0, said: said, depth: depth + 1) }
    case "object": return [String: Any]()
    case "array":
      let items = schema["items"] as? [String: Any]
      return depth < deepest ? items.map { [value(of: $0, said: said, depth: depth + 1)] } ?? [] : []
    case "integer": return (schema["minimum"] as? Int) ?? 1
    case "number": return (schema["minimum"] as? Double) ?? 1
    case "boolean": return true
    case "null": return NSNull()
    default: return said.split(separator: " ").prefix(6).joined(separator: " ")
    }
  }
}

/// The tools of a request, read from its JSON.
struct ToolOffer: Sendable {
  var tools: [OfferedTool] = []
  /// The request says that none may be called now.
  var isForbidden = false
  /// The last message is what a tool gave, so that the model now answers.
  var followsResult = false

  /// The tool that an emulated model calls: the first one, once per question.
  var called: OfferedTool? { isForbidden || followsResult ? nil : tools.first }

  /// The fields of a body; none where it is not a JSON object.
  static func fields(_ body: [UInt8]) -> [String: Any] { JSONText.members(of: body) ?? [:] }

  static func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }
}
