/// Cuts streamed text into chunks that are ready to be spoken.
///
/// Text goes in as the language model streams it, in pieces of any size; a chunk comes out at the first
/// moment at which its end is certain. How the text is cut into pieces changes no chunk, and no chunk's place
/// in the text: the chunker looks at one Unicode scalar at a time.
///
/// A stop that is followed by white space is certain at once, without a look at the next word, unless what
/// stands before it is an abbreviation, an initial or a short number, or a quotation ends there. Then the
/// next character, or the next word, decides (`SentenceEnd`).
///
/// Chunks carry no white space at their ends, and joined they give the text again but for white space:
/// nothing is dropped, nothing is added. A chunk ends only after a letter or a digit was seen, so that a lone
/// dash or bullet goes with the words that follow; only the rest that `finish` returns can be without.
///
/// ```swift
/// var chunker = SpeechChunker(strategy: .sentence)
/// chunker.append("Dr. Weiss is in. He")   // ["Dr. Weiss is in."]
/// chunker.finish()                        // ["He"]
/// ```
public struct SpeechChunker: Sendable {
  /// Where chunks end.
  public let strategy: ChunkingStrategy
  /// The fewest characters (Unicode scalars) of a chunk; a shorter sentence goes with the next one.
  public let minimumCharacters: Int
  /// The most characters of a chunk; text that has no stop is cut at a word boundary before this many.
  ///
  /// A word that is longer by itself, such as a web address, is kept whole up to four times as many.
  public let maximumCharacters: Int

  /// A comma and its like end a chunk only when it has at least this many characters.
  static let minimumClauseCharacters = 24

  /// The text of the chunk that is not released yet; begins with no white space.
  private var pending: [Unicode.Scalar] = []
  /// A stop in `pending` that the text after it decides about.
  private var doubt: Doubt?

  private struct Doubt {
    let end: Int
    let rule: SentenceEnd
  }

  public init(strategy: ChunkingStrategy, minimumCharacters: Int = 1, maximumCharacters: Int = 240) {
    self.strategy = strategy
    self.minimumCharacters = minimumCharacters
    self.maximumCharacters = maximumCharacters
  }

  /// A chunker as a session's settings ask for.
  public init(settings: SessionSettings) {
    self.init(strategy: settings.chunking, minimumCharacters: settings.sentenceBreakThreshold)
  }

  /// Takes the next piece of the text and returns the chunks that it made ready.
  public mutating func append(_ text: String) -> [String] {
    var ready: [String] = []
    for scalar in text.unicodeScalars { take(scalar, into: &ready) }
    return ready
  }

  /// Ends the text and returns what is left of it; the chunker is ready for another text.
  public mutating func finish() -> [String] {
    var ready: [String] = []
    while doubt != nil { _ = settleDoubt(isTextComplete: true, into: &ready) }
    let rest = SpeechScalar.trimmed(pending[...])
    if !rest.isEmpty { ready.append(SpeechScalar.string(rest)) }
    reset()
    return ready
  }

  /// Forgets the text that was not released.
  public mutating func reset() {
    pending = []
    doubt = nil
  }

  private mutating func take(_ scalar: Unicode.Scalar, into ready: inout [String]) {
    if pending.isEmpty, SpeechScalar.isSpace(scalar) { return }
    pending.append(scalar)
    guard pending.count > 1 else { return }
    if doubt != nil, settleDoubt(isTextComplete: false, into: &ready) { return }
    if doubt == nil, lookForBreak(before: pending.count - 1, into: &ready) { return }
    if pending.count > maximumCharacters { breakAnywhere(into: &ready) }
  }

  /// Decides about the stop in doubt if the text after it suffices; returns whether a chunk was released.
  private mutating func settleDoubt(isTextComplete: Bool, into ready: inout [String]) -> Bool {
    guard let doubt else { return false }
    let verdict = doubt.rule.isEnd(before: pending[doubt.end...], isTextComplete: isTextComplete)
    guard let verdict else { return false }
    self.doubt = nil
    if verdict { release(upTo: doubt.end, into: &ready) }
    return verdict
  }

  /// Looks whether a chunk ends just before a position; returns whether one was released.
  private mutating func lookForBreak(before end: Int, into ready: inout [String]) -> Bool {
    let next = pending[end]
    switch strategy {
    case .fixedTokens(let count):
      guard isTokenBreak(before: end, count: count) else { return false }
    case .sentence, .clause:
      switch SentenceEnd(of: pending[..<end], followedBy: next) {
      case _ where SpeechScalar.isLineBreak(next): break
      case .certain?: break
      case let rule?:
        if rule != .never, isLongEnough(end) { doubt = Doubt(end: end, rule: rule) }
        return doubt != nil && settleDoubt(isTextComplete: false, into: &ready)
      case nil:
        guard strategy == .clause, end >= Self.minimumClauseCharacters,
          ClauseEnd.isEnd(of: pending[..<end], followedBy: next)
        else { return false }
      }
    }
    guard isLongEnough(end) else { return false }
    release(upTo: end, into: &ready)
    return true
  }

  private func isLongEnough(_ end: Int) -> Bool {
    let chunk = SpeechScalar.trimmed(pending[..<end])
    return chunk.count >= minimumCharacters && chunk.contains(where: SpeechScalar.isSpoken)
  }

  private func isTokenBreak(before end: Int, count: Int) -> Bool {
    isWordBoundary(before: end) && TokenEstimate.tokens(in: pending[..<end]) >= count
  }

  private func isWordBoundary(before end: Int) -> Bool {
    if SpeechScalar.isSpace(pending[end]) { return !SpeechScalar.isSpace(pending[end - 1]) }
    return SpeechScalar.isUnspacedBoundary(pending[end - 1], pending[end])
  }

  /// Releases a chunk from text that has grown too long: after a comma if one stands late enough, or a word.
  private mutating func breakAnywhere(into ready: inout [String]) {
    let boundaries = (1..<pending.count).reversed().filter { isWordBoundary(before: $0) }
    let clause = boundaries.first {
      $0 >= maximumCharacters / 2 && ClauseEnd.isEnd(of: pending[..<$0], followedBy: pending[$0])
    }
    if let end = clause ?? boundaries.first {
      release(upTo: end, into: &ready)
    } else if pending.count > 4 * maximumCharacters, !SpeechScalar.isExtension(pending[pending.count - 1]) {
      release(upTo: pending.count - 1, into: &ready)
    }
  }

  /// Releases the text before a position and continues with the rest as if it had just arrived.
  private mutating func release(upTo end: Int, into ready: inout [String]) {
    let chunk = SpeechScalar.trimmed(pending[..<end])
    let rest = pending[end...]
    reset()
    ready.append(SpeechScalar.string(chunk))
    for scalar in rest { take(scalar, into: &ready) }
  }
}

extension SpeechChunker {
  /// Whether a word, without its stop, is an abbreviation whose stop may not end a sentence.
  package static func isAbbreviation(_ word: String) -> Bool { Abbreviations.rules[word.lowercased()] != nil }
}
