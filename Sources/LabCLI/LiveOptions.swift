import ArgumentParser
import LabRunner

/// What a live run does about services that do not work.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Do not call each service once before a live run begins.")
  var noCheck = false

  @Option(help: "Stop a live run when its first N turns all fail alike; 0 lets it go on.")
  var failFast = RunSetup.standardFailureLimit

  func validate() throws {
    if failFast < 0 { throw ValidationError("--fail-fast is \(failFast); it must be at least 0.") }
  }

  /// Tells a run of them.
  func apply(to setup: inout RunSetup) {
    setup.checksServices = !noCheck
    setup.failureLimit = failFast == 0 ? nil : failFast
  }
}
