import Foundation
import LabCLI

extension Console {
  /// The console of the process.
  static let process = Console(
    output: { write($0, to: STDOUT_FILENO) }, error: { write($0, to: STDERR_FILENO) },
    outputIsTerminal: isatty(STDOUT_FILENO) == 1, errorIsTerminal: isatty(STDERR_FILENO) == 1,
    variables: ProcessInfo.processInfo.environment, onInterruption: Interruption.onSignal)

  /// Writes everything, whatever the system takes at once; a reader that has gone is nobody's error.
  private static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 || errno == EINTR else { return }
      bytes = bytes.dropFirst(max(0, written))
    }
  }
}
