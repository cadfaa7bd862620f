import Foundation
import Synchronization

@testable import LabCLI

/// The program, run inside the test with a console that remembers.
final class Program: Sendable {
  /// What a run of the program left behind.
  struct Outcome {
    let exit: Int32
    let output: String
    let error: String
  }

  private let texts = Mutex((output: "", error: ""))
  private let stop = Mutex<(@Sendable () -> Void)?>(nil)
  private let errorIsTerminal: Bool
  private let outputIsTerminal: Bool
  private let variables: [String: String]

  init(
    errorIsTerminal: Bool = false, outputIsTerminal: Bool = false, variables: [String: String] = [:]
  ) {
    self.errorIsTerminal = errorIsTerminal
    self.outputIsTerminal = outputIsTerminal
    self.variables = variables
  }

  /// Runs the program with a console of its own.
  static func run(_ arguments: String..., variables: [String: String] = [:]) -> Outcome {
    Program(variables: variables).run(arguments)
  }

  func run(_ arguments: [String]) -> Outcome {
    let console = Console(
      output: { text in self.texts.withLock { $0.output += text } },
      error: { text in self.texts.withLock { $0.error += text } },
      outputIsTerminal: outputIsTerminal, errorIsTerminal: errorIsTerminal, variables: variables,
      onInterruption: { stop in self.stop.withLock { $0 = stop } })
    let exit = TurnLabCommand.run(arguments, on: console)
    return texts.withLock { Outcome(exit: exit, output: $0.output, error: $0.error) }
  }

  /// What stood on standard output so far.
  var output: String { texts.withLock { $0.output } }

  /// Does what Ctrl-C does, once the program listens for it.
  func interrupt() { stop.withLock { $0 }?() }
}
