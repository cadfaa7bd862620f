/// Slides a window over a stream and reports every chosen window that comes by.
struct WindowScan: Sendable {
  private var hash: UInt64 = 0
  /// The last 64 samples of what was heard, silence before the stream, then the piece that is being heard.
  private var recent = [Int16](repeating: 0, count: RollingHash.window)
  /// How many samples were heard.
  private(set) var position = 0

  /// Hears the next samples and calls `found` with the utterance and where in the stream its recording starts.
  mutating func hear(
    _ samples: some Collection<Int16>, index: WindowIndex, utterances: [KnownUtterance],
    found: (_ utterance: Int, _ start: Int) -> Void
  ) {
    recent.append(contentsOf: samples)
    let count = recent.count - RollingHash.window
    var next = 0
    while let end = advance(from: next, to: count, index: index) {
      for candidate in index.candidates(for: hash) {
        let known = utterances[candidate.utterance].samples
        let window = known[candidate.offset..<candidate.offset + RollingHash.window]
        if window.elementsEqual(recent[end..<end + RollingHash.window]) {
          found(candidate.utterance, position + end - RollingHash.window - candidate.offset)
          // Equal recordings are told apart by nobody: the first of the book is meant.
          break
        }
      }
      next = end
    }
    recent.removeFirst(count)
    position += count
  }

  /// Hears on from `start` until a window passes the bitmap; gives the number of samples heard by then.
  private mutating func advance(from start: Int, to end: Int, index: WindowIndex) -> Int? {
    let shift = index.shift
    let leaving = RollingHash.leaving
    var hash = hash
    defer { self.hash = hash }
    return recent.withUnsafeBufferPointer { recent in
      index.bitmap.withUnsafeBufferPointer { bitmap in
        var next = start
        while next < end {
          hash = RollingHash.next(
            hash, in: recent[next + RollingHash.window], out: recent[next], leaving: leaving)
          next += 1
          let slot = hash &>> shift
          if bitmap[Int(truncatingIfNeeded: slot &>> 6)] & (1 &<< slot) != 0 { return next }
        }
        return nil
      }
    }
  }
}
