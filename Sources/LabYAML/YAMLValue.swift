import Yams

/// One value of a YAML file, which knows its place and can be read as the type that is wanted.
///
/// Each reading gives nil and leaves a problem with the reader when the value is of another type.
public struct YAMLValue {
  let node: Node
  /// What problems call the value: its key in quotes, or its position in a list.
  let name: String
  let reader: YAMLReader

  /// The line of the file, counted from 1.
  public var line: Int { node.mark?.line ?? 1 }

  /// Adds a problem at this value.
  public func report(_ message: String) {
    reader.report(message, line: line, column: node.mark?.column ?? 1)
  }

  /// Reads text. Numbers, dates and Booleans must be quoted to be text.
  public func string() -> String? {
    guard case .scalar(let scalar) = node else { return wrong("text") }
    guard scalar.style != .plain || node.tag == Tag(.str) else {
      return isNull ? wrong("text") : wrong("text; put \(scalar.string) in quotes")
    }
    return scalar.string
  }

  /// Reads a decimal whole number.
  public func int(in range: ClosedRange<Int>? = nil) -> Int? {
    guard let number = plain.flatMap({ Int($0) }) else { return wrong("a whole number") }
    guard range?.contains(number) ?? true else { return outside(number, range) }
    return number
  }

  /// Reads a finite decimal number.
  public func double(in range: ClosedRange<Double>? = nil) -> Double? {
    guard let number = plain.flatMap({ Double($0) }), number.isFinite else { return wrong("a number") }
    guard range?.contains(number) ?? true else { return outside(number, range) }
    return number
  }

  /// Reads `true` or `false`.
  public func bool() -> Bool? { plain.flatMap { Bool($0) } ?? wrong("true or false") }

  /// Reads the raw value of an enumeration.
  public func choice<Choice: RawRepresentable<String> & CaseIterable>(of type: Choice.Type) -> Choice? {
    guard let text = string() else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    let guess = Spelling.nearest(to: text, among: known).map { "; did you mean “\($0)”?" } ?? ""
    report("\(name) cannot be “\(text)”; it is one of \(known.joined(separator: ", "))\(guess)")
    return nil
  }

  /// Reads a mapping. Finish it after asking for its keys.
  public func mapping() -> YAMLMapping? {
    guard case .mapping(let mapping) = node else { return wrong("a mapping of keys to values") }
    return YAMLMapping(pairs: mapping.map { ($0.key, $0.value) }, value: self)
  }

  /// Reads a list.
  public func sequence() -> [YAMLValue]? {
    guard case .sequence(let sequence) = node else { return wrong("a list") }
    return sequence.enumerated().map { index, node in
      YAMLValue(node: node, name: "item \(index + 1) of \(name)", reader: reader)
    }
  }

  /// Reads a single value as the text it is written with, whatever type that is, for readers with types of
  /// their own.
  public func scalarText() -> String? {
    guard case .scalar(let scalar) = node, !isNull else { return wrong("a single value") }
    return scalar.string
  }

  /// Whether the value is left out or written `null`.
  public var isNull: Bool { node.tag == Tag(.null) }

  /// Whether the value is text as ``string()`` reads it, for values that may have one of a few types.
  public var isText: Bool {
    guard case .scalar(let scalar) = node else { return false }
    return scalar.style != .plain || node.tag == Tag(.str)
  }

  /// Whether the value is a list, for checks that only a list can fail.
  public var isSequence: Bool { node.sequence != nil }

  /// Whether the value is a mapping, for values that may have one of a few types.
  public var isMapping: Bool { node.mapping != nil }

  private var plain: String? {
    guard case .scalar(let scalar) = node, scalar.style == .plain else { return nil }
    return scalar.string
  }

  private func wrong<Wanted>(_ wanted: String) -> Wanted? {
    report(isNull ? "\(name) has no value; it must be \(wanted)" : "\(name) must be \(wanted)")
    return nil
  }

  private func outside<Number>(_ number: Number, _ range: ClosedRange<Number>?) -> Number? {
    let bounds = range.map { " \(Self.shortest($0.lowerBound)) to \(Self.shortest($0.upperBound))" } ?? ""
    report("\(name) is \(Self.shortest(number)); it must be\(bounds)")
    return nil
  }

  /// A number without a needless ".0".
  private static func shortest<Number>(_ number: Number) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension YAMLValue {
  /// Looks at a key of a mapping without noting that it was asked for, and without problems.
  public func child(_ key: String) -> YAMLValue? {
    node.mapping?.first { $0.key.scalar?.string == key }
      .map { YAMLValue(node: $0.value, name: "“\(key)”", reader: reader) }
  }

  /// Reports every mapping of a list whose `id` an earlier one has.
  public func reportRepeatedIDs() {
    var lines: [String: Int] = [:]
    for item in node.sequence.map(Array.init) ?? [] {
      let id = YAMLValue(node: item, name: "", reader: reader).child("id")
      guard let id, id.isText, let text = id.string() else { continue }
      if let line = lines[text] {
        id.report("“\(text)” is the id of line \(line), too; give each its own")
      } else {
        lines[text] = id.line
      }
    }
  }
}
