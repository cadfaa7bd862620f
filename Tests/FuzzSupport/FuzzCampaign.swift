import LabProviders

/// Makes inputs for a parser and runs them, keeping those that made it behave in a new way as a base for further ones.
public struct FuzzCampaign {
  public let target: FuzzTarget
  /// The inputs that each brought out a behaviour of its own.
  public private(set) var pool: [FuzzInput] = []
  private let talks: [FuzzTalk]
  private let mutation: StepMutation
  private var random: FuzzRandom
  private var signatures: Set<UInt64> = []
  /// So many kinds of behaviour are remembered.
  private static let poolLimit = 3000

  /// - Throws: when the exchange that inputs begin with cannot be had.
  public init(_ target: FuzzTarget, seed: UInt64, corpus: [FuzzInput] = []) throws {
    self.target = target
    talks = try target.talks()
    precondition(!talks.isEmpty, "\(target.name) has no exchange to begin with")
    mutation = StepMutation(talks: talks.map(\.steps), grammar: target.grammar)
    random = FuzzRandom(seed: seed)
    pool = corpus
  }

  /// The exchanges themselves, each step after those before it.
  public var seeds: [FuzzInput] {
    talks.indices.flatMap { talk in
      stride(from: 0, to: talks[talk].steps.count, by: 4).map { position in
        FuzzInput(talk: talk, position: position, steps: Array(talks[talk].steps[position...].prefix(4)))
      }
    }
  }

  /// The next input.
  public mutating func next() -> FuzzInput {
    var input: FuzzInput
    if !pool.isEmpty, random.chance(35) {
      input = random.pick(pool)
    } else {
      let talk = random.below(talks.count)
      let steps = talks[talk].steps
      let position = random.chance(20) ? 0 : random.below(max(1, steps.count))
      input = FuzzInput(
        talk: talk, position: position, steps: Array(steps[position...].prefix(1 + random.below(4))))
    }
    for _ in 0...random.below(3) { mutation.apply(&input.steps, &random) }
    if input.steps.count > 12 { input.steps.removeLast(input.steps.count - 12) }
    return input
  }

  /// Runs an input.
  public func run(_ input: FuzzInput, tracing: Bool = false) -> FuzzOutcome {
    guard talks.indices.contains(input.talk) else { return FuzzOutcome() }
    var subject = talks[input.talk].subject(after: input.position)
    if tracing { subject.outcome.trace = [] }
    for step in input.steps { subject.take(step) }
    return subject.outcome
  }

  /// Keeps an input when it behaved in a new way.
  ///
  /// - Returns: whether it did.
  @discardableResult
  public mutating func learn(_ input: FuzzInput, _ outcome: FuzzOutcome) -> Bool {
    guard signatures.count < Self.poolLimit, signatures.insert(outcome.signature).inserted else {
      return false
    }
    pool.append(input)
    return true
  }

  /// What is wrong with how the parser took an input, beyond a trap: that it gave out far more than it was given, or
  /// that it depends on how the bytes were cut.
  public mutating func violation(of input: FuzzInput, _ outcome: FuzzOutcome) -> String? {
    if let violation = outcome.violation { return violation }
    let size = input.steps.reduce(0) { $0 + ($1.payload?.count ?? 0) }
    if outcome.volume > 4 << 20 + size * 400 {
      return "\(outcome.volume) bytes came out of \(size)."
    }
    guard target.comparesCuts, random.chance(4) else { return nil }
    let whole = run(joined(input), tracing: true)
    let cut = run(self.cut(input), tracing: true)
    return whole.trace == cut.trace
      ? nil : "What came out depends on how the bytes were cut: \(difference(whole.trace, cut.trace))"
  }

  private func difference(_ left: [String]?, _ right: [String]?) -> String {
    let (left, right) = (left ?? [], right ?? [])
    let index = zip(left, right).prefix { $0 == $1 }.map { _ in }.count
    return
      "\(left.dropFirst(index).first?.prefix(200) ?? "nothing") or \(right.dropFirst(index).first?.prefix(200) ?? "nothing")"
  }

  /// The input with pieces of a body that follow each other put together.
  private func joined(_ input: FuzzInput) -> FuzzInput {
    var input = input
    var steps: [FuzzStep] = []
    for step in input.steps {
      if case .arrives(.body(let more), on: let key) = step,
        case .arrives(.body(let before), on: let last)? = steps.last, last == key
      {
        steps[steps.count - 1] = .arrives(.body(before + more), on: key)
      } else {
        steps.append(step)
      }
    }
    input.steps = steps
    return input
  }

  /// The input with bodies cut anywhere.
  private mutating func cut(_ input: FuzzInput) -> FuzzInput {
    var input = joined(input)
    input.steps = input.steps.flatMap { step -> [FuzzStep] in
      guard case .arrives(.body(let bytes), on: let key) = step, bytes.count > 1 else { return [step] }
      var pieces: [FuzzStep] = []
      var start = 0
      let longest = random.pick(bytes.count < 2000 ? [1, 3, 40, 1000] : [97, 1000, 5000])
      while start < bytes.count {
        let end = min(bytes.count, start + 1 + random.below(longest))
        pieces.append(.arrives(.body(Array(bytes[start..<end])), on: key))
        start = end
      }
      return pieces
    }
    return input
  }

  /// The smallest input found that still behaves in the same way, or still breaks the same rule.
  public func minimised(_ input: FuzzInput, attempts: Int = 400, same: @escaping (FuzzOutcome) -> Bool)
    -> FuzzInput
  {
    FuzzMinimiser(attempts: attempts) { same(run($0)) }.minimised(input)
  }
}

/// Makes an input smaller as long as it keeps what is interesting about it.
public struct FuzzMinimiser {
  private let attempts: Int
  private let isStillInteresting: (FuzzInput) -> Bool

  public init(attempts: Int, isStillInteresting: @escaping (FuzzInput) -> Bool) {
    self.attempts = attempts
    self.isStillInteresting = isStillInteresting
  }

  public func minimised(_ input: FuzzInput) -> FuzzInput {
    var best = input
    var left = attempts
    func tries(_ candidate: FuzzInput) -> Bool {
      guard left > 0 else { return false }
      left -= 1
      guard isStillInteresting(candidate) else { return false }
      best = candidate
      return true
    }
    var index = 0
    while index < best.steps.count {
      var smaller = best
      smaller.steps.remove(at: index)
      if !tries(smaller) { index += 1 }
    }
    for index in best.steps.indices {
      var size = (best.steps[index].payload?.count ?? 0) / 2
      while size > 0, left > 0 {
        var start = 0
        while start < best.steps[index].payload?.count ?? 0, left > 0 {
          var smaller = best
          var payload = smaller.steps[index].payload ?? []
          payload.removeSubrange(start..<min(payload.count, start + size))
          smaller.steps[index].payload = payload
          if !tries(smaller) { start += size }
        }
        size /= 2
      }
    }
    return best
  }
}
