/// One setting: its name in a plan, what it accepts, and where it is kept.
///
/// The table of all fields (`SettingField.all`) is what reads a plan, checks it and documents it.
public struct SettingField: Sendable, Identifiable {
  /// The key in a plan's `settings`, with its unit last where the name says none.
  public let key: String
  /// The heading under which it is documented.
  public let group: Group
  /// What it accepts and where it is kept.
  public let kind: Kind
  /// One line: what it does.
  public let summary: String

  public var id: String { key }

  /// The stage of a conversation that a setting belongs to.
  public enum Group: String, Sendable, CaseIterable {
    case hearing = "Hearing"
    case turnTaking = "Turn taking"
    case endOfTurn = "End of turn"
    case interruption = "Interruption"
    case device = "Echo and voice processing"
    case speaking = "Speaking"
    case context = "Context"
    case adaptiveQuality = "Adaptive quality"
  }

  /// A place in the settings.
  public typealias Path<Value> = WritableKeyPath<SessionSettings, Value> & Sendable

  /// The type of a setting, with the values that it accepts.
  public enum Kind: Sendable {
    /// `true` or `false`.
    case bool(any Path<Bool>)
    /// A whole number in a range.
    case int(any Path<Int>, ClosedRange<Int>)
    /// One of a few whole numbers.
    case intChoice(any Path<Int>, [Int])
    /// A number in a range.
    case double(any Path<Double>, ClosedRange<Double>)
    /// A duration, written as a number of the unit, in a range of that unit.
    case duration(any Path<Duration>, DurationUnit, ClosedRange<Double>)
    /// One of a few words.
    case choice(Choice)
  }

  /// The unit in which a plan writes a duration.
  public enum DurationUnit: String, Sendable {
    case milliseconds = "ms"
    case seconds = "s"

    /// Nanoseconds of one.
    var nanoseconds: Int64 { self == .milliseconds ? 1_000_000 : 1_000_000_000 }
  }

  /// A setting whose values are words.
  public struct Choice: Sendable {
    /// The words, in the order in which they are documented.
    public let words: [String]
    let path: any AnyKeyPath & Sendable
    let read: @Sendable (SessionSettings) -> String
    /// What writes the value of a word; `nil` for a word that is not one of them.
    let parse: @Sendable (String) -> (@Sendable (inout SessionSettings) -> Void)?

    init<Value: RawRepresentable<String> & CaseIterable & Sendable>(_ path: any Path<Value>) {
      words = Value.allCases.map(\.rawValue)
      self.path = path
      read = { $0[keyPath: path].rawValue }
      parse = { word in
        guard let value = Value(rawValue: word) else { return nil }
        return { settings in settings[keyPath: path] = value }
      }
    }
  }

  /// The field of a key.
  public static func named(_ key: String) -> SettingField? {
    all.first { $0.key == key }
  }

  /// The property that the field keeps its value in.
  var path: AnyKeyPath {
    switch kind {
    case .bool(let path): path
    case .int(let path, _), .intChoice(let path, _): path
    case .double(let path, _): path
    case .duration(let path, _, _): path
    case .choice(let choice): choice.path
    }
  }
}
