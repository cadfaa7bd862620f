import LabTimeline

/// Reading and writing a setting as the text that a plan holds.
extension SettingField {
  /// The setting's value as a plan would write it, without its unit.
  public func text(in settings: SessionSettings) -> String {
    switch kind {
    case .bool(let path): String(settings[keyPath: path])
    case .int(let path, _), .intChoice(let path, _): String(settings[keyPath: path])
    case .double(let path, _): Self.shortest(settings[keyPath: path])
    case .duration(let path, let unit, _):
      Self.shortest(Double(settings[keyPath: path].nanoseconds) / Double(unit.nanoseconds))
    case .choice(let choice): choice.read(settings)
    }
  }

  /// Reads the value that a plan wrote.
  ///
  /// - Throws: `SettingsError` when the text is not of the setting's type or not in its range.
  public func value(_ text: String) throws(SettingsError) -> SettingValue {
    switch kind {
    case .bool(let path): return assigning(try accept(Self.bool(text), text), to: path)
    case .int(let path, let range):
      return assigning(try accept(Int(text).flatMap { range.contains($0) ? $0 : nil }, text), to: path)
    case .intChoice(let path, let choices):
      return assigning(try accept(Int(text).flatMap { choices.contains($0) ? $0 : nil }, text), to: path)
    case .double(let path, let range):
      return assigning(try accept(Self.number(text, in: range), text), to: path)
    case .duration(let path, let unit, let range):
      let value = try accept(Self.number(text, in: range), text)
      return assigning(.nanoseconds(Int64((value * Double(unit.nanoseconds)).rounded())), to: path)
    case .choice(let choice): return SettingValue(self, write: try accept(choice.parse(text), text))
    }
  }

  /// Sets the value that a plan wrote.
  ///
  /// - Throws: `SettingsError` when the text is not of the setting's type or not in its range; the settings
  ///   are left as they were.
  public func set(_ text: String, in settings: inout SessionSettings) throws(SettingsError) {
    try value(text).apply(to: &settings)
  }

  private func assigning<Value: Sendable>(_ value: Value, to path: any Path<Value>) -> SettingValue {
    SettingValue(self) { $0[keyPath: path] = value }
  }

  /// What the setting accepts, in words: "0 to 10000 ms".
  public var accepted: String {
    switch kind {
    case .bool: "true or false"
    case .int(_, let range): "\(range.lowerBound) to \(range.upperBound)"
    case .intChoice(_, let choices): Self.alternatives(choices.map(String.init))
    case .double(_, let range): "\(Self.shortest(range.lowerBound)) to \(Self.shortest(range.upperBound))"
    case .duration(_, let unit, let range):
      "\(Self.shortest(range.lowerBound)) to \(Self.shortest(range.upperBound)) \(unit.rawValue)"
    case .choice(let choice): Self.alternatives(choice.words)
    }
  }

  private func accept<Value>(_ value: Value?, _ text: String) throws(SettingsError) -> Value {
    guard let value else {
      throw SettingsError(
        .invalidValue, "'\(text)' is not a value of '\(key)'.", hint: "Write \(accepted).")
    }
    return value
  }

  private static func bool(_ text: String) -> Bool? {
    switch text {
    case "true": true
    case "false": false
    default: nil
    }
  }

  private static func number(_ text: String, in range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }

  private static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  /// A number without a needless ".0".
  private static func shortest(_ value: Double) -> String {
    let text = String(value)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
