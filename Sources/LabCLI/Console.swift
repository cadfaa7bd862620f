/// The program's outside: arguments aside, everything that a command says or learns of its surroundings.
///
/// Results go to standard output, everything else to standard error. Tests put a console of their own in its
/// place.
public final class Console: Sendable {
  /// The console of the command that runs; one that says nothing before a command does.
  @TaskLocal static var current = Console(output: { _ in }, error: { _ in })

  private let writeOutput: @Sendable (String) -> Void
  private let writeError: @Sendable (String) -> Void
  /// Whether standard error is a terminal, which can show a progress bar.
  let errorIsTerminal: Bool
  /// Whether standard output is a terminal, which can show colours.
  let outputIsTerminal: Bool
  let variables: [String: String]
  /// Has a closure called when the person at the terminal wants the program to stop.
  let onInterruption: @Sendable (@escaping @Sendable () -> Void) -> Void

  public init(
    output: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
    outputIsTerminal: Bool = false, errorIsTerminal: Bool = false, variables: [String: String] = [:],
    onInterruption: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    writeOutput = output
    writeError = error
    self.outputIsTerminal = outputIsTerminal
    self.errorIsTerminal = errorIsTerminal
    self.variables = variables
    self.onInterruption = onInterruption
  }

  /// Writes a line of the result.
  func output(_ text: String) { writeOutput(text + "\n") }

  /// Writes a result that ends its last line itself.
  func output(whole text: String) { writeOutput(text) }

  /// Writes a line for the person at the terminal.
  func note(_ text: String) { writeError(text + "\n") }

  /// Writes to the terminal without ending the line.
  func draw(_ text: String) { writeError(text) }

  /// Prints a document as JSON where that is asked for, else as text.
  func output(_ isJSON: Bool, _ json: @autoclosure () throws -> [UInt8], or text: @autoclosure () -> String)
    rethrows
  {
    output(whole: isJSON ? String(decoding: try json(), as: UTF8.self) : text())
  }
}
