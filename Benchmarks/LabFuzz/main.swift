import Foundation
import FuzzSupport

/// Throws mutated real exchanges at every parser, each in a process of its own, and prints what came of it.
///
/// `LabFuzz [PARSER…] [--inputs N] [--seed N] [--keep]`, started by `scripts/fuzz`.
let arguments = FuzzArguments(CommandLine.arguments.dropFirst())

do {
  if let child = arguments.child {
    try FuzzChild(arguments).run(child)
  } else {
    try FuzzParent(arguments).run()
  }
} catch {
  FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
  exit(1)
}
