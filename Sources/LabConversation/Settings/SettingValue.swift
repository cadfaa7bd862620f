/// A setting and a value that it accepts.
public struct SettingValue: Sendable {
  /// The setting.
  public let field: SettingField
  private let write: @Sendable (inout SessionSettings) -> Void

  init(_ field: SettingField, write: @escaping @Sendable (inout SessionSettings) -> Void) {
    self.field = field
    self.write = write
  }

  /// Checks a value that was not read from a plan.
  ///
  /// - Throws: `SettingsError` when the property is not a setting, or the value is not in its range.
  public init<Value: Sendable>(
    _ path: any SettingField.Path<Value>, _ value: Value
  ) throws(SettingsError) {
    guard let field = SettingField.all.first(where: { $0.path == path }) else {
      throw SettingsError(.unknownKey, "\(path) is not a setting.", hint: "Use one of SettingField.all.")
    }
    var settings = SessionSettings()
    settings[keyPath: path] = value
    _ = try field.value(field.text(in: settings))
    self.init(field) { $0[keyPath: path] = value }
  }

  /// The value as a plan would write it, without its unit.
  public var text: String {
    var settings = SessionSettings()
    apply(to: &settings)
    return field.text(in: settings)
  }

  /// Gives the setting its value.
  public func apply(to settings: inout SessionSettings) { write(&settings) }
}
