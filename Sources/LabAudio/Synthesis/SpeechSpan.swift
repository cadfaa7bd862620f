extension AudioClip {
  /// Finds where the speech of a synthesized phrase begins and ends; nil when there is none.
  ///
  /// The phrase is cut into windows of 5 ms. Speech begins with the first window of two in a row above
  /// `threshold`, and ends with the last window of two in a row. Engines put next to nothing around what
  /// they say, so the rule holds to within a window. It is the definition of the labels of built corpora.
  public func speechSpan(above threshold: Decibels = -50) -> Range<Int>? {
    let (loud, window) = loudWindows(above: threshold)
    let pairs = zip(loud, loud.dropFirst()).map { $0 && $1 }
    guard let first = pairs.firstIndex(of: true), let last = pairs.lastIndex(of: true) else { return nil }
    return first * window..<min((last + 2) * window, samples.count)
  }

  /// Finds the silences that an engine puts inside of a phrase by itself, at full stops and commas.
  ///
  /// They are rows of the same windows with none above `threshold`, at least 150 ms long, which is longer
  /// than the closure of any consonant, with something louder before and behind.
  public func speechPauses(above threshold: Decibels = -50) -> [Range<Int>] {
    let (loud, window) = loudWindows(above: threshold)
    let least = sampleRate.samples(inMilliseconds: 150)
    let edges = loud.indices.filter { loud[$0] }
    return zip(edges, edges.dropFirst())
      .map { ($0 + 1) * window..<$1 * window }
      .filter { $0.count >= least }
  }

  private func loudWindows(above threshold: Decibels) -> (loud: [Bool], window: Int) {
    let window = max(1, sampleRate.samples(inMilliseconds: 5))
    let loud = stride(from: 0, to: samples.count, by: window).map { start in
      Self.level(of: samples[start..<min(start + window, samples.count)]) > threshold
    }
    return (loud, window)
  }
}
