import Yams

/// A mapping of a YAML file, which notes the keys it is asked for, so that it can tell which are unknown.
public final class YAMLMapping {
  /// The mapping as a value: its place, and where to report problems of the mapping as a whole.
  public let value: YAMLValue
  private let pairs: [(key: Node, value: Node)]
  private var asked: [String] = []

  init(pairs: [(Node, Node)], value: YAMLValue) {
    self.pairs = pairs.map { (key: $0.0, value: $0.1) }
    self.value = value
  }

  /// The keys in the order of the file, for mappings whose keys are names that the user chose.
  ///
  /// Asking for them is not asking for their values: take each by ``optional(_:)`` before finishing.
  public var keys: [String] { pairs.compactMap { isMarked($0.key) ? nil : $0.key.scalar?.string } }

  /// Returns the value of a key; nil, without a problem, when it is absent or null.
  public func optional(_ key: String) -> YAMLValue? {
    asked.append(key)
    guard let node = pairs.first(where: { $0.key.scalar?.string == key })?.value else { return nil }
    let value = YAMLValue(node: node, name: "“\(key)”", reader: value.reader)
    return value.isNull ? nil : value
  }

  /// Returns the value of a key; nil, and a problem, when it is absent or null.
  public func required(_ key: String) -> YAMLValue? {
    if let value = optional(key) { return value }
    // A marked duplicate leaves the other one; only a key that is nowhere is missing.
    value.report("“\(key)” is missing from \(value.name)")
    return nil
  }

  /// Reports the keys that nobody asked for, each with the known key it resembles.
  public func finish() {
    for key in pairs.map(\.key) where !isMarked(key) {
      let place = YAMLValue(node: key, name: "", reader: value.reader)
      guard let name = key.scalar?.string else {
        place.report("a key must be text")
        continue
      }
      guard !asked.contains(name) else { continue }
      let guess = Spelling.nearest(to: name, among: asked).map { "; did you mean “\($0)”?" } ?? ""
      place.report("“\(name)” is not a key of \(value.name)\(guess)")
    }
  }

  private func isMarked(_ key: Node) -> Bool {
    key.scalar.map { YAMLComposer.isMarked($0.string) } ?? false
  }
}

extension YAMLMapping {
  /// The text of a key; nil, and a problem, when the key is absent or its value is not text.
  public func string(_ key: String) -> String? { required(key)?.string() }
  /// The text of a key; nil when the key is absent.
  public func optionalString(_ key: String) -> String? { optional(key)?.string() }

  /// The whole number of a key; nil, and a problem, when it is absent, no number or out of range.
  public func int(_ key: String, in range: ClosedRange<Int>? = nil) -> Int? {
    required(key)?.int(in: range)
  }
  /// The whole number of a key; nil when the key is absent.
  public func optionalInt(_ key: String, in range: ClosedRange<Int>? = nil) -> Int? {
    optional(key)?.int(in: range)
  }

  /// The number of a key; nil, and a problem, when it is absent, no number or out of range.
  public func double(_ key: String, in range: ClosedRange<Double>? = nil) -> Double? {
    required(key)?.double(in: range)
  }
  /// The number of a key; nil when the key is absent.
  public func optionalDouble(_ key: String, in range: ClosedRange<Double>? = nil) -> Double? {
    optional(key)?.double(in: range)
  }

  /// The truth value of a key; nil, and a problem, when it is absent or neither true nor false.
  public func bool(_ key: String) -> Bool? { required(key)?.bool() }
  /// The truth value of a key; nil when the key is absent.
  public func optionalBool(_ key: String) -> Bool? { optional(key)?.bool() }

  /// The mapping under a key; nil, and a problem, when the key is absent or holds something else.
  public func mapping(_ key: String) -> YAMLMapping? { required(key)?.mapping() }
  /// The mapping under a key; nil when the key is absent.
  public func optionalMapping(_ key: String) -> YAMLMapping? { optional(key)?.mapping() }

  /// The items of a list; empty, and a problem, when the key is absent or no list.
  public func sequence(_ key: String) -> [YAMLValue] { required(key)?.sequence() ?? [] }
  /// The items of a list; empty when the key is absent.
  public func optionalSequence(_ key: String) -> [YAMLValue] { optional(key)?.sequence() ?? [] }
}
