package import LabErrors

/// An error in words, and the exit code that it stands for.
package struct ErrorReport {
  package let text: String
  package let exit: ProgramExit

  package init(_ error: any Error) {
    if let error = error as? any UserFacingError {
      (text, exit) = (error.report, error.exit)
    } else {
      text = "An unexpected error occurred: \(error)\nReport it, with the command that you ran."
      exit = .internalFailure
    }
  }
}
