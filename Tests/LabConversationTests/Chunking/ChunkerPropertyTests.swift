import LabConversation
import Testing

@Suite("However the stream is cut, the chunker")
struct ChunkerPropertyTests {
  static let strategies: [ChunkingStrategy] = [.sentence, .clause, .fixedTokens(5)]

  @Test("releases the same chunks at the same characters", arguments: 1...60 as ClosedRange<UInt64>)
  func independence(seed: UInt64) {
    var random = SeededWords(seed: seed)
    let text = random.text(sentences: 40)
    for strategy in Self.strategies {
      let whole = releases(of: [text], strategy)
      let single = releases(of: text.unicodeScalars.map { String($0) }, strategy)
      #expect(whole.map(\.chunk) == single.map(\.chunk))
      for _ in 0..<10 {
        let pieces = random.pieces(of: text)
        #expect(pieces.joined().unicodeScalars.elementsEqual(text.unicodeScalars))
        let cut = releases(of: pieces, strategy)
        #expect(cut.map(\.chunk) == single.map(\.chunk))
        // A chunk comes out with the piece that holds its decisive character, never later.
        #expect(zip(single, cut).allSatisfy { $0.position <= $1.position })
        let ends = pieces.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.unicodeScalars.count) }
        #expect(
          zip(single, cut).allSatisfy { one, some in ends.first { $0 >= one.position } == some.position })
      }
    }
  }

  @Test("loses and adds nothing but white space", arguments: 1...60 as ClosedRange<UInt64>)
  func nothingLost(seed: UInt64) {
    var random = SeededWords(seed: seed)
    for text in [random.text(sentences: 30), random.noise(count: 2000)] {
      for strategy in Self.strategies {
        for minimum in [1, 12, 80] {
          let chunks = chunks(of: text, strategy: strategy, minimum: minimum)
          #expect(withoutSpace(chunks.joined(separator: " ")) == withoutSpace(text))
          #expect(chunks.allSatisfy { !$0.isEmpty && $0 == trimmed($0) })
        }
      }
    }
  }

  @Test("keeps chunks within their bounds", arguments: 1...60 as ClosedRange<UInt64>)
  func bounds(seed: UInt64) {
    var random = SeededWords(seed: seed)
    let text = random.text(sentences: 40)
    for strategy in Self.strategies {
      let chunks = chunks(of: text, strategy: strategy, minimum: 30, maximum: 60)
      #expect(chunks.allSatisfy { $0.unicodeScalars.count <= 60 })
    }
    let sentences = chunks(of: text, minimum: 30)
    #expect(sentences.dropLast().allSatisfy { $0.unicodeScalars.count >= 30 })
  }

  private struct Release {
    let chunk: String
    /// How many scalars had gone in when the chunk came out.
    let position: Int
  }

  private func releases(of pieces: [String], _ strategy: ChunkingStrategy) -> [Release] {
    var chunker = SpeechChunker(strategy: strategy)
    var position = 0
    var releases: [Release] = []
    for piece in pieces {
      position += piece.unicodeScalars.count
      releases += chunker.append(piece).map { Release(chunk: $0, position: position) }
    }
    return releases + chunker.finish().map { Release(chunk: $0, position: position) }
  }

  private func withoutSpace(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { !$0.properties.isWhitespace }
  }

  private func trimmed(_ text: String) -> String {
    var scalars = text.unicodeScalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }
}

/// Random text and random cuts of it, the same for the same seed.
struct SeededWords {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  private static let words = [
    "the", "rice", "It", "Dr.", "z.", "B.", "U.S.", "p.m.", "3.", "42", "1.000,50", "Mai", "...", "…", "und",
    "Das",
    "\"Stop.\"", "(etc.)", "e\u{301}te\u{301}", "你好。", "「本当？」と", "https://a.b/c.d?e=f", "me@x.org", "9:30",
    "**bold.**",
    "What?!", "—", "–", "well,", "so:", "😀", "\n", "\n- ", "¿Qué?", "كيف؟", "A.", "x.", "No.", "\u{A0}",
    "です。",
  ]

  private mutating func next(below bound: Int) -> Int {
    // SplitMix64, Steele, Lea and Flood, 2014.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }

  /// Sentences of awkward words.
  mutating func text(sentences: Int) -> String {
    (0..<sentences).map { _ in
      let words = (0...next(below: 9)).map { _ in Self.words[next(below: Self.words.count)] }
      return words.joined(separator: " ") + [".", "!", "?", ". ", "...", "", ".\""][next(below: 7)]
    }.joined(separator: [" ", "  ", "\n"][next(below: 3)])
  }

  /// Characters in no order.
  mutating func noise(count: Int) -> String {
    let alphabet = Array("ab. ,!?…\"'()*—-3Z\n。你と\u{301}😀:/".unicodeScalars)
    return (0..<count).reduce(into: "") { text, _ in
      text.unicodeScalars.append(alphabet[next(below: alphabet.count)])
    }
  }

  /// The text cut anywhere, in the middle of words and of characters too.
  mutating func pieces(of text: String) -> [String] {
    var rest = Array(text.unicodeScalars)[...]
    var pieces: [String] = []
    while !rest.isEmpty {
      let piece = rest.prefix(1 + next(below: 12))
      pieces.append(piece.reduce(into: "") { $0.unicodeScalars.append($1) })
      rest = rest.dropFirst(piece.count)
    }
    return pieces
  }
}
