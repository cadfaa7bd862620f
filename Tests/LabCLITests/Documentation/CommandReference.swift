import ArgumentParser
import Foundation
import LabErrors

@testable import LabCLI

/// `Documentation/command-reference.md`, made from the commands that also parse the arguments.
struct CommandReference {
  /// What the argument parser says about a command.
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  /// An argument, option or flag of a command.
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
  }

  private struct Dump: Decodable {
    let command: Command
  }

  let root: Command

  init() throws {
    root = try JSONDecoder().decode(Dump.self, from: Data(TurnLabCommand._dumpHelp().utf8)).command
  }

  /// The page.
  var markdown: String {
    let commands = (root.subcommands ?? []).filter { $0.commandName != "help" }
    let list = commands.map { "| [`\($0.commandName)`](#turnlab-\($0.commandName)) | \($0.abstract ?? "") |" }
    let sections = commands.map { section($0, path: ["turnlab"], level: 2) }
    return ([Self.head + list.joined(separator: "\n"), Self.exitCodes] + sections).joined(separator: "\n\n")
      + "\n"
  }

  private static let head = """
    # Commands

    This page is generated from the program's own definitions; a test compares the two. Results go to standard output, everything
    else to standard error. `turnlab help COMMAND` prints the same for one command.

    | command | purpose |
    |---|---|

    """

  private static let exitCodes: String = {
    let rows = ProgramExit.allCases.map { "| \($0.rawValue) | \($0.explanation) |" }.joined(separator: "\n")
    return """
      ## Exit codes

      Scripts may rely on these numbers. When several apply, the first of 6, 2, 5, 3, 4 is given.

      | code | meaning |
      |---:|---|
      \(rows)
      """
  }()

  private func section(_ command: Command, path: [String], level: Int) -> String {
    let path = path + [command.commandName]
    var parts = [String(repeating: "#", count: level) + " `\(path.joined(separator: " "))`"]
    if let abstract = command.abstract { parts.append(abstract) }
    if let discussion = command.discussion { parts.append(Self.escaped(discussion)) }
    let shown = (command.arguments ?? []).filter { argument in
      argument.shouldDisplay && !["help", "version"].contains(argument.names?.last?.name)
    }
    if command.subcommands?.isEmpty != false, !shown.isEmpty {
      let rows = shown.map { "| \(Self.spelling($0)) | \(Self.meaning($0)) |" }
      parts.append((["| argument | meaning |", "|---|---|"] + rows).joined(separator: "\n"))
    }
    let nested = (command.subcommands ?? []).filter { $0.commandName != "help" }
    return (parts + nested.map { section($0, path: path, level: level + 1) }).joined(separator: "\n\n")
  }

  private static func spelling(_ argument: Argument) -> String {
    let value = (argument.valueName ?? "value").uppercased() + (argument.isRepeating ? "…" : "")
    guard let name = argument.names?.last?.name else {
      return argument.isOptional ? "`[\(value)]`" : "`\(value)`"
    }
    return argument.kind == "flag" ? "`--\(name)`" : "`--\(name) \(value)`"
  }

  private static func meaning(_ argument: Argument) -> String {
    var text = escaped(argument.abstract ?? "")
    // The number of processors differs from machine to machine.
    if let standard = argument.defaultValue, argument.names?.last?.name != "workers" {
      text += " Default: `\(standard)`."
    }
    return argument.kind == "option" && !argument.isOptional ? text + " Required." : text
  }

  /// Text as Markdown shows it unchanged, also in a table.
  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("*", with: "\\*").replacing("<", with: "\\<")
  }
}
