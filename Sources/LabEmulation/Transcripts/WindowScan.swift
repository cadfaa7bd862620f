/// Slides a window over a stream and reports every chosen window that comes by.
///
/// It looks at four samples of every 32. Where they are in no chosen window at such a distance from its end,
/// none ends within the next 32 samples (S. Wu and U. Manber skip over a text in this way, University of
/// Arizona, TR-94-17, 1994); elsewhere every window is hashed.
struct WindowScan: Sendable {
  /// A chosen window may end before the scan looks next. Before the stream it has not looked.
  private var isNear = true
  /// Of the last window, while one is near.
  private var hash: UInt64 = 0

  /// Hears the piece that came last and calls `found` with the utterance and where in the stream its
  /// recording starts.
  mutating func hear(
    _ recent: RecentSamples, index: WindowIndex, utterances: [KnownUtterance],
    found: (_ utterance: Int, _ start: Int) -> Void
  ) {
    let samples = recent.samples
    let window = RollingHash.window
    // Where windows end that have a sample of the piece as their last one, counted in `samples`.
    var end = window + 1
    while end <= samples.count {
      let sinceLook = (recent.start + end - window - WindowIndex.gram) & (WindowIndex.stride - 1)
      if sinceLook == 0 {
        isNear = index.mayEnd(near: end - WindowIndex.gram, of: samples)
        if isNear { hash = RollingHash.of(samples[end - window..<end]) }
      } else if isNear {
        hash = RollingHash.next(hash, in: samples[end - 1], out: samples[end - 1 - window])
      }
      guard isNear else {
        end += WindowIndex.stride - sinceLook
        continue
      }
      for candidate in index.candidates(for: hash) {
        let known = utterances[candidate.utterance].samples[candidate.offset..<candidate.offset + window]
        if known.elementsEqual(samples[end - window..<end]) {
          found(candidate.utterance, recent.start + end - 2 * window - candidate.offset)
          // Equal recordings are told apart by nobody: the first of the index is meant.
          break
        }
      }
      end += 1
    }
  }
}
