import Foundation
import LabCLI

@main
struct Program {
  static func main() {
    exit(TurnLabCommand.run(Array(CommandLine.arguments.dropFirst()), on: .process))
  }
}
