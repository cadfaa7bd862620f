import Foundation

/// Waits until something holds; false when it never did.
func waitUntil(seconds: Double = 120, _ holds: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<Int(seconds * 500) {
    if try holds() { return true }
    usleep(2000)
  }
  return false
}
