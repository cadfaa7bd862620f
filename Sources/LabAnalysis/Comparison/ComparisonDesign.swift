/// How two cells came to be measured, which says what a difference between them may be blamed on.
public enum ComparisonDesign: String, Hashable, Sendable, CaseIterable {
  /// One run with a baseline: every conversation ran on both arms, one right after the other, in a seeded
  /// random order. What changes with time hits both.
  case arms
  /// Two cells of one run: the same conversations in the same hours, but not back to back.
  case cells
  /// Two runs. In real time, whatever drifted between them looks like a change.
  case separateRuns = "separate_runs"
}
