/// One setting's new value, with the reason for it.
public struct SettingChange: Sendable {
  /// Why the value is changed, as a sentence.
  public let why: String
  let path: any AnyKeyPath & Sendable
  private let write: @Sendable (inout SessionSettings) -> Void

  /// Says that a setting is to have a value, and why.
  public init<Value: Sendable>(_ path: any SettingField.Path<Value>, _ value: Value, why: String) {
    self.why = why
    self.path = path
    write = { $0[keyPath: path] = value }
  }

  /// Makes the change.
  public func apply(to settings: inout SessionSettings) {
    write(&settings)
  }

  /// The setting that is changed.
  public var field: SettingField? {
    SettingField.all.first { $0.path == path }
  }
}

extension SessionSettings {
  /// Makes changes in their order.
  public mutating func apply(_ changes: [SettingChange]) {
    for change in changes { change.apply(to: &self) }
  }
}
