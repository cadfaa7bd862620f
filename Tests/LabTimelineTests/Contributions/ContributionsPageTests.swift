import Foundation
import Testing

@testable import LabTimeline

@Suite("The table of parts in Documentation/how-each-number-is-made.md")
struct ContributionsPageTests {
  static let page = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Documentation/how-each-number-is-made.md")

  @Test("is the list of steps in the program, with their ends and owners")
  func isCurrent() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let heads = lines.indices.filter { lines[$0] == "| part | ends at | owner |" }
    let tables = heads.map { lines[($0 + 2)...].prefix { $0.hasPrefix("|") }.map(String.init) }
    #expect(tables == [CriticalPath.steps, CriticalPath.speechToSpeechSteps].map { $0.map(Self.row) })
  }

  private static func row(_ step: CriticalPath.Step) -> String {
    let downlink = CriticalPath.downlinks[step.name]
    let part = downlink.map { "`\(step.name)`, or `\($0)`" } ?? "`\(step.name)`"
    let owner = downlink == nil ? step.owner.rawValue : "\(step.owner.rawValue), or network"
    return "| \(part) | `\(step.end.rawValue)` | \(owner) |"
  }

  @Test("misses no way back: every downlink belongs to a step")
  func downlinks() {
    let names = Set((CriticalPath.steps + CriticalPath.speechToSpeechSteps).map(\.name))
    #expect(CriticalPath.downlinks.keys.allSatisfy(names.contains))
  }
}
