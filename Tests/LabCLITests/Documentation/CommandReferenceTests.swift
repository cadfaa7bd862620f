import Foundation
import TestSupport
import Testing

@testable import LabCLI

@Suite("Documentation/command-reference.md")
struct CommandReferenceTests {
  @Test("is the page made from the commands; TURNLAB_UPDATE_REFERENCES=1 writes it anew")
  func isCurrent() throws {
    let page = Repository.file("Documentation/command-reference.md")
    let text = try CommandReference().markdown
    if ProcessInfo.processInfo.environment["TURNLAB_UPDATE_REFERENCES"] == "1" {
      try Data(text.utf8).write(to: page)
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == text)
  }

  @Test("explains every exit code, as the help lists them")
  func exitCodes() throws {
    let codes = (Int32(0)...255).filter { ProgramExit(rawValue: $0) != nil }
    #expect(CommandReference.exits.map(\.code) == codes)
    let help = TurnLabCommand.helpMessage()
    for code in codes { #expect(help.contains(" \(code) "), "\(code)") }
  }
}
