import Foundation
import LabCLI

@main
struct TurnLabProgram {
  static func main() {
    exit(TurnLabCommand.run(Array(CommandLine.arguments.dropFirst()), on: .process))
  }
}
