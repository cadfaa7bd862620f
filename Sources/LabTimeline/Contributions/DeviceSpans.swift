/// When the caller's device computed on what a turn waited for.
///
/// A device does one thing after the other, so that the k-th thing that it was held up by is the k-th that it
/// was done with.
struct DeviceSpans {
  /// Rising, and apart from each other.
  private var spans: [(start: LabInstant, end: LabInstant)] = []

  init(_ trace: TurnTrace) {
    let held = trace.events.filter { $0.kind == .deviceHeld }.map(\.at).sorted()
    guard !held.isEmpty else { return }
    let done = trace.events.filter { $0.kind == .deviceDone }.map(\.at).sorted()
    for (start, end) in zip(held, done) where start < end {
      if let last = spans.last, start < last.end {
        spans[spans.count - 1].end = max(last.end, end)
      } else {
        spans.append((start, end))
      }
    }
  }

  /// How much of a stretch of time the device took.
  func time(from: LabInstant, to: LabInstant) -> Duration {
    guard from < to else { return .zero }
    return spans.reduce(.zero) { sum, span in
      let (start, end) = (max(span.start, from), min(span.end, to))
      return start < end ? sum + (end - start) : sum
    }
  }
}
