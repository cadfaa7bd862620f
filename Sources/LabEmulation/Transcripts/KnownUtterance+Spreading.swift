import LabTimeline

extension KnownUtterance {
  /// The same utterance with its words placed, when they were not.
  ///
  /// Words are laid end to end over the speech without its pauses, each as long as its share of the
  /// transcript's letters and digits (a word without any counts as one letter). A word that meets a pause
  /// spans it.
  func withWordsPlaced() -> KnownUtterance {
    guard words.isEmpty else { return self }
    let texts = transcript.split(whereSeparator: \.isWhitespace).map(String.init)
    let lengths = texts.map { max(1, $0.count { $0.isLetter || $0.isNumber }) }
    let runs = spokenRuns
    let spoken = runs.reduce(0) { $0 + $1.count }
    let total = lengths.reduce(0, +)
    var placed = self
    var before = 0
    placed.words = zip(texts, lengths).map { text, length in
      let start = Self.position(of: spoken * before / total, in: runs, opening: true)
      before += length
      let end = Self.position(of: spoken * before / total, in: runs, opening: false)
      return SpokenWord(text: text, samples: start..<max(start, end))
    }
    return placed
  }

  /// The speech without its pauses.
  private var spokenRuns: [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = speech.lowerBound
    for pause in pauses.map({ $0.clamped(to: speech) }) where !pause.isEmpty && pause.lowerBound >= start {
      if start < pause.lowerBound { runs.append(start..<pause.lowerBound) }
      start = pause.upperBound
    }
    if start < speech.upperBound || runs.isEmpty { runs.append(start..<speech.upperBound) }
    return runs
  }

  /// Where a number of spoken samples have passed. At the edge of a pause a word opens after it and ends
  /// before it.
  private static func position(of spoken: Int, in runs: [Range<Int>], opening: Bool) -> Int {
    var left = spoken
    for run in runs {
      if opening ? left < run.count : left <= run.count { return run.lowerBound + left }
      left -= run.count
    }
    return runs.last?.upperBound ?? 0
  }
}
