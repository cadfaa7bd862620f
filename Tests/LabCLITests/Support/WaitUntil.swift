import Foundation
import Testing

/// Waits until something holds; false when it never did.
func waitUntil(seconds: Double = 120, _ holds: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<Int(seconds * 500) {
    if try holds() { return true }
    usleep(2000)
  }
  return false
}

/// Expects a run in real time to have measured: its figures may be used, or it says itself that this machine was
/// too busy for that. Any other end is a fault of ours.
func expectMeasured(_ outcome: Program.Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
  let saysInvalid = outcome.output.contains("the run is not valid")
  #expect(
    outcome.exit == (saysInvalid ? 6 : 0), "\(outcome.output)\(outcome.error)", sourceLocation: sourceLocation
  )
}
