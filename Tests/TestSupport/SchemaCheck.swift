import Foundation

/// Checks JSON against the part of JSON Schema 2020-12 that the project's schemas use.
///
/// A keyword that this check does not know is itself a problem, so that nothing in a schema goes unchecked.
public struct SchemaCheck {
  public let root: JSONValue

  public init(root: JSONValue) { self.root = root }

  private static let annotations: Set = ["$schema", "$id", "$defs", "title", "description"]

  /// The schema of a name in `Documentation/schemas`.
  public static func published(_ name: String) throws -> SchemaCheck {
    let url = Repository.file("Documentation/schemas/\(name).schema.json")
    return SchemaCheck(root: try JSONValue(Array(Data(contentsOf: url))))
  }

  /// What is wrong with a value, each with its place; empty when it fits.
  public func problems(_ value: JSONValue) -> [String] {
    problems(value, root, at: "$")
  }

  private func problems(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
    guard schema != .bool(true) else { return [] }
    return schema.members.sorted { $0.key < $1.key }.flatMap { keyword, rule in
      check(value, keyword, rule, schema, at: place)
    }
  }

  private func check(
    _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, at place: String
  ) -> [String] {
    switch keyword {
    case _ where Self.annotations.contains(keyword): return []
    case "$ref":
      let name = rule.string?.split(separator: "/").last.map(String.init) ?? ""
      guard let target = root["$defs"]?[name] else { return ["\(place): no definition '\(name)'"] }
      return problems(value, target, at: place)
    case "type":
      let names = rule.items.isEmpty ? [rule] : rule.items
      return names.contains { fits(value, $0.string ?? "") } ? [] : ["\(place): is not \(rule)"]
    case "const": return value == rule ? [] : ["\(place): is not \(rule)"]
    case "enum": return rule.items.contains(value) ? [] : ["\(place): is none of \(rule)"]
    case "required":
      guard case .object(let members) = value else { return [] }
      return rule.items.compactMap(\.string).filter { members[$0] == nil }.map { "\(place): lacks '\($0)'" }
    case "properties":
      return value.members.flatMap { name, member in
        rule[name].map { problems(member, $0, at: "\(place).\(name)") } ?? []
      }
    case "additionalProperties":
      let known = schema["properties"]?.members ?? [:]
      return value.members.filter { known[$0.key] == nil }.flatMap { name, member in
        rule == .bool(false)
          ? ["\(place): has the unknown '\(name)'"] : problems(member, rule, at: "\(place).\(name)")
      }
    case "items":
      return value.items.enumerated().flatMap { problems($1, rule, at: "\(place)[\($0)]") }
    case "minItems", "maxItems":
      guard case (.array(let items), .number(let limit)) = (value, rule) else { return [] }
      let fits = keyword == "minItems" ? items.count >= Int(limit) : items.count <= Int(limit)
      return fits ? [] : ["\(place): has \(items.count) items"]
    case "minimum":
      guard case (.number(let number), .number(let limit)) = (value, rule) else { return [] }
      return number >= limit ? [] : ["\(place): is below \(limit)"]
    case "oneOf":
      let fitting = rule.items.count { problems(value, $0, at: place).isEmpty }
      return fitting == 1 ? [] : ["\(place): fits \(fitting) of the alternatives"]
    default: return ["\(place): the schema has the unchecked keyword '\(keyword)'"]
    }
  }

  private func fits(_ value: JSONValue, _ type: String) -> Bool {
    switch (value, type) {
    case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"), (.object, "object"),
      (.number, "number"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}
