import Synchronization

/// One parser that is fuzzed: where its inputs come from and what they are thrown at.
public struct FuzzTarget: Sendable {
  /// E.g. `client/deepgram.listen.v1`, `emulator/http/v1/messages`, `sse`.
  public let name: String
  private let recording: Recording
  /// Whether what comes out must not depend on how a body was cut into pieces.
  let comparesCuts: Bool
  /// What its inputs are made of.
  let grammar: FuzzGrammar

  /// How many bytes an input may have that is kept with the sources: files take more than messages to say
  /// something.
  public var longestKept: Int { grammar == .lines ? 1500 : 400 }

  init(
    _ name: String, comparesCuts: Bool = false, grammar: FuzzGrammar = .words,
    record: @escaping @Sendable () throws -> [FuzzTalk]
  ) {
    self.name = name
    self.comparesCuts = comparesCuts
    self.grammar = grammar
    recording = Recording(record)
  }

  /// The real exchanges, which are had once.
  func talks() throws -> [FuzzTalk] { try recording.talks() }

  private final class Recording: Sendable {
    private let record: @Sendable () throws -> [FuzzTalk]
    private let recorded = Mutex<[FuzzTalk]?>(nil)

    init(_ record: @escaping @Sendable () throws -> [FuzzTalk]) {
      self.record = record
    }

    func talks() throws -> [FuzzTalk] {
      try recorded.withLock { recorded in
        if let recorded { return recorded }
        let talks = try record()
        recorded = talks
        return talks
      }
    }
  }
}

/// A real exchange as a parser saw it, with the parser as it was before each step.
struct FuzzTalk: Sendable {
  let steps: [FuzzStep]
  private let snapshots: [any FuzzSubject]

  /// - Parameter subject: The parser before the first step.
  init(_ subject: any FuzzSubject, _ steps: [FuzzStep]) {
    self.steps = Array(steps.prefix(600))
    var subject = subject
    var snapshots = [subject]
    for step in self.steps {
      subject.take(step)
      snapshots.append(subject)
    }
    self.snapshots = snapshots
  }

  /// The parser after a number of steps, with nothing noted yet.
  func subject(after position: Int) -> any FuzzSubject {
    var subject = snapshots[min(max(0, position), snapshots.count - 1)]
    subject.outcome = FuzzOutcome()
    return subject
  }
}
