import Foundation
import LabConversation
import Testing

@Suite("Documentation/settings.md")
struct SettingsReferenceTests {
  private static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Documentation/settings.md")

  @Test("is the page made from the tables; TURNLAB_UPDATE_REFERENCES=1 writes it anew")
  func isCurrent() throws {
    if ProcessInfo.processInfo.environment["TURNLAB_UPDATE_REFERENCES"] == "1" {
      try Data(settingsReference().utf8).write(to: Self.page)
    }
    let stored = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(stored == settingsReference())
  }

  @Test("has a row for every setting and every preset")
  func isComplete() {
    let page = settingsReference()
    #expect(SettingField.all.allSatisfy { page.contains("| `\($0.key)` |") })
    #expect(Preset.allCases.allSatisfy { page.contains("`\($0.rawValue)`") })
    #expect(page.hasSuffix("|\n"))
  }
}
