import LabTimeline

/// Decides which conversation begins when: the next in the order of work, once it is due and a line is free.
///
/// A conversation that is due and finds no free line waits for one; those after it wait behind it. All
/// instants are on the run's clock.
struct LineQueue {
  /// Conversations that are due at no instant begin this far apart. Callers do not all pick up at one
  /// instant, and in step they would all ask at one instant too; the step does not divide a frame's length,
  /// so that frames fall due one after another.
  static let stagger = Duration.milliseconds(37)

  /// When each conversation is due; `nil` for one that begins as soon as it can.
  private let due: [LabInstant?]
  private let lines: Int
  private var next = 0
  private var earliest = LabInstant.origin

  /// - Parameters:
  ///   - due: By place in the order of work.
  ///   - lines: How many conversations can be under way at once.
  ///   - start: What the run's clock shows at first.
  init(due: [LabInstant?], lines: Int, start: LabInstant = .origin) {
    self.due = due
    self.lines = max(1, lines)
    earliest = start
  }

  /// Whether every conversation was taken.
  var isEmpty: Bool { next == due.count }

  /// When the next conversation may begin while this many are under way; `nil` when none can.
  func nextBegin(underWay: Int) -> LabInstant? {
    guard !isEmpty, underWay < lines else { return nil }
    return due[next] ?? earliest
  }

  /// Takes the conversation that begins now, by its place; `nil` when none does.
  mutating func take(at now: LabInstant, underWay: Int) -> Int? {
    guard let begin = nextBegin(underWay: underWay), begin <= now else { return nil }
    earliest = now + Self.stagger
    next += 1
    return next - 1
  }
}
