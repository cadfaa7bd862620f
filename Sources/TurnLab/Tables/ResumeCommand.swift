import LabAnalysis
import LabReports

/// The command that resumes a run: the same plan, and every option that makes it another run.
package enum ResumeCommand {
  /// - Parameter options: The options with their values; those without one are left out.
  package static func text(_ command: String, plan: String, options: [(String, String?)]) -> String {
    let words = options.flatMap { option, value in value.map { [option, $0] } ?? [] }
    return (["turnlab", command, plan] + words).map(\.quotedForShell).joined(separator: " ")
  }
}
