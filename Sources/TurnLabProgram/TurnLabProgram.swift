import Foundation
import LabCLI

@main
struct TurnLab {
  static func main() {
    exit(TurnLabCommand.run(Array(CommandLine.arguments.dropFirst())))
  }
}
