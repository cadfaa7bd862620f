/// What a gate says.
public enum Verdict: String, Sendable, Hashable, CaseIterable, Codable {
  /// Shown to be within its bounds.
  case pass = "PASS"
  /// Shown to be outside of its bounds.
  case fail = "FAIL"
  /// The data decide neither way.
  case inconclusive = "INCONCLUSIVE"
  /// There is nothing to judge by: no data, an invalid run, a gate that cannot see what it asks for.
  case error = "ERROR"
}
