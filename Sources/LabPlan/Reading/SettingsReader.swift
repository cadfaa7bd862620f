import LabConversation
import LabYAML

/// Reads settings, each checked by itself.
enum SettingsReader {
  static func read(_ mapping: YAMLMapping) -> [SettingValue] {
    var settings: [SettingValue] = []
    for key in mapping.keys {
      guard let field = SettingField.named(key), let value = mapping.optional(key) else { continue }
      guard let text = value.scalarText() else { continue }
      do {
        settings.append(try field.value(text))
      } catch {
        value.report("“\(text)” is not a value of “\(key)”; write \(field.accepted)")
      }
    }
    // Asked for, so that a key with a slip of the pen is told what it resembles.
    for field in SettingField.all { _ = mapping.optional(field.key) }
    mapping.finish()
    return settings
  }
}
