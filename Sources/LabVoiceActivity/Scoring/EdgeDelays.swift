/// How late a detector notices that speech starts and ends, in seconds.
///
/// Counted are the starts and ends that matter to a conversation: of speech of at least 150 ms, beside a
/// silence of at least 200 ms. The verdict on a block counts from the end of the block.
struct EdgeDelays: Sendable {
  /// One per start that was noticed.
  var onsets: [Double] = []
  /// Starts after which no block of the stretch was called speech.
  var missedOnsets = 0
  /// One per end; negative where the detector had let go before; nil where it did not within the silence.
  var offsets: [Double?] = []

  private static let shortestSpeech = 0.15
  private static let shortestSilence = 0.2
  /// How far back before the label an edge is still taken for this one.
  private static let earliestOnset = -0.2
  private static let earliestOffset = -0.3

  init() {}

  /// Finds the edges of one recording.
  init(_ track: DetectorTrack, threshold: Float, labels: [SpeechLabel]) {
    let verdicts = track.probabilities.map { $0 >= threshold }
    let ends = verdicts.indices.map(track.end(ofBlock:))
    for (index, speech) in labels.enumerated()
    where speech.isSpeech && speech.duration >= Self.shortestSpeech {
      if index > 0, Self.isSilence(labels[index - 1]) {
        addOnset(of: speech, verdicts, ends)
      }
      if index + 1 < labels.count, Self.isSilence(labels[index + 1]) {
        addOffset(of: speech, before: labels[index + 1], verdicts, ends)
      }
    }
  }

  static func += (left: inout Self, right: Self) {
    left.onsets += right.onsets
    left.missedOnsets += right.missedOnsets
    left.offsets += right.offsets
  }

  private static func isSilence(_ label: SpeechLabel) -> Bool {
    !label.isSpeech && label.duration >= shortestSilence
  }

  private mutating func addOnset(of speech: SpeechLabel, _ verdicts: [Bool], _ ends: [Double]) {
    guard
      let first = verdicts.indices.first(where: {
        verdicts[$0] && ends[$0] > speech.start && ends[$0] <= speech.end
      })
    else {
      missedOnsets += 1
      return
    }
    var block = first
    while block > 0, verdicts[block - 1], ends[block - 1] > speech.start + Self.earliestOnset { block -= 1 }
    onsets.append(max(ends[block] - speech.start, Self.earliestOnset))
  }

  private mutating func addOffset(
    of speech: SpeechLabel, before silence: SpeechLabel, _ verdicts: [Bool], _ ends: [Double]
  ) {
    guard let first = ends.firstIndex(where: { $0 >= speech.end }) else { return }
    if verdicts[first] {
      let dropped = verdicts.indices.first { $0 >= first && !verdicts[$0] }
      offsets.append(dropped.flatMap { ends[$0] <= silence.end ? ends[$0] - speech.end : nil })
      return
    }
    var block = first
    while block > 0, !verdicts[block - 1], ends[block - 1] > speech.end + Self.earliestOffset { block -= 1 }
    offsets.append(ends[block] - speech.end)
  }
}
