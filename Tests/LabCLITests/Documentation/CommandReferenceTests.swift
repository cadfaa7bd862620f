import ArgumentParser
import Foundation
import LabErrors
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
    // The help is wrapped wherever a line is full.
    let help = TurnLabCommand.helpMessage().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for exit in ProgramExit.allCases {
      #expect(help.contains(" \(exit.rawValue) \(exit.meaning)"))
      #expect(try CommandReference().markdown.contains("\n| \(exit.rawValue) | "))
    }
  }
}
