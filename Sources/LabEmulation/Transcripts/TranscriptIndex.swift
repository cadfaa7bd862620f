import LabTimeline

/// Recordings and what is said in them: the truth that an emulated speech recogniser draws on.
///
/// The index picks one window of 64 samples from every recording (`WindowChoice` has the rule) by which
/// `UtteranceSpotter` knows it again. It spots its own recordings once: a window that also occurs elsewhere,
/// in its own recording or in another, is replaced by the next fit one.
public struct TranscriptIndex: Sendable {
  /// The utterances in the order given, their words placed.
  public let utterances: [KnownUtterance]
  /// Ids of the recordings that cannot be spotted reliably: too short, constant, or with no window of their
  /// own.
  public let unreliable: [String]
  /// What is known of sound that was altered after it was recorded.
  public let sounds: SoundRegistry
  private let indexes: [Int: WindowIndex]
  private let clipIndexes: [Int: WindowIndex]

  /// Spotting every recording once costs about as much as hearing them all.
  ///
  /// - Parameter sounds: Where whoever alters recordings says so.
  public init(utterances: [KnownUtterance], sounds: SoundRegistry = SoundRegistry()) {
    self.sounds = sounds
    let placed = utterances.map { $0.withWordsPlaced() }
    let choices = placed.map { WindowChoice($0).offsets }
    var indexes: [Int: WindowIndex] = [:]
    var clipIndexes: [Int: WindowIndex] = [:]
    var unreliable = Set(placed.indices.filter { choices[$0].isEmpty })
    for rate in Set(placed.map(\.sampleRate)).sorted() {
      let members = placed.indices.filter { placed[$0].sampleRate == rate && !choices[$0].isEmpty }
      let search = WindowSearch(utterances: placed, members: members, choices: choices)
      indexes[rate] = search.index
      clipIndexes[rate] = WindowIndex(
        members.flatMap { member in
          WindowChoice.audible(in: placed[member]).map { offset in
            let window = placed[member].samples[offset..<offset + RollingHash.window]
            return WindowIndex.Entry(hash: RollingHash.of(window), utterance: member, offset: offset)
          }
        }, of: placed)
      unreliable.formUnion(search.ambiguous)
    }
    self.utterances = placed
    self.indexes = indexes
    self.clipIndexes = clipIndexes
    self.unreliable = unreliable.sorted().map { placed[$0].id }
  }

  func index(sampleRate: Int) -> WindowIndex { indexes[sampleRate] ?? WindowIndex([], of: []) }

  /// Windows from all over every recording, by which a piece of one is known.
  func clipIndex(sampleRate: Int) -> WindowIndex { clipIndexes[sampleRate] ?? WindowIndex([], of: []) }
}

/// The choice of one window per recording of a sample rate, so that none occurs anywhere else.
private struct WindowSearch {
  private(set) var index: WindowIndex
  private(set) var ambiguous: Set<Int> = []
  /// How often a window is replaced before its recording is given up as ambiguous.
  private static let attempts = 4

  init(utterances: [KnownUtterance], members: [Int], choices: [[Int]]) {
    var taken = [Int](repeating: 0, count: utterances.count)
    func entry(_ utterance: Int) -> WindowIndex.Entry {
      let offset = choices[utterance][taken[utterance]]
      let window = utterances[utterance].samples[offset..<offset + RollingHash.window]
      return WindowIndex.Entry(hash: RollingHash.of(window), utterance: utterance, offset: offset)
    }
    index = WindowIndex(members.map(entry), of: utterances)
    for attempt in 1...Self.attempts {
      ambiguous = Self.ambiguous(in: utterances, members: members, index: index)
      let movable = ambiguous.filter { taken[$0] + 1 < choices[$0].count }
      if movable.isEmpty || attempt == Self.attempts { return }
      for utterance in movable { taken[utterance] += 1 }
      index = WindowIndex(members.map(entry), of: utterances)
    }
  }

  /// The utterances that are heard where they are not, or not heard where they are.
  private static func ambiguous(
    in utterances: [KnownUtterance], members: [Int], index: WindowIndex
  ) -> Set<Int> {
    var ambiguous: Set<Int> = []
    for member in members {
      var recent = RecentSamples()
      recent.take(utterances[member].samples)
      var scan = WindowScan()
      var heard = false
      scan.hear(recent, index: index, utterances: utterances) { found, start in
        if found == member, start == 0, !heard { heard = true } else { ambiguous.insert(found) }
      }
      if !heard { ambiguous.insert(member) }
    }
    return ambiguous
  }
}
