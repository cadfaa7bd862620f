import LabConversation
import Testing

@Suite("The speech chunker")
struct SpeechChunkerTests {
  @Test("cuts text into sentences", arguments: ChunkCase.sentences)
  func sentences(_ example: ChunkCase) {
    #expect(chunks(of: example.text) == example.chunks)
  }

  @Test("cuts text into clauses that are long enough", arguments: ChunkCase.clauses)
  func clauses(_ example: ChunkCase) {
    #expect(chunks(of: example.text, strategy: .clause) == example.chunks)
  }

  @Test("cuts text after so many tokens", arguments: ChunkCase.tokens)
  func tokens(_ example: ChunkCase) {
    #expect(chunks(of: example.text, strategy: .fixedTokens(4)) == example.chunks)
  }

  @Test("keeps short sentences with the next one", arguments: ChunkCase.merged)
  func minimum(_ example: ChunkCase) {
    #expect(chunks(of: example.text, minimum: 12) == example.chunks)
  }

  @Test("releases a chunk at the first character that makes its end certain", arguments: ReleaseCase.all)
  func latency(_ example: ReleaseCase) {
    var chunker = SpeechChunker(strategy: example.strategy)
    #expect(chunker.append(example.before) == [])
    #expect(chunker.append(example.decisive) == [example.chunk])
  }

  @Test("begins anew after the end of a text and after a reset")
  func reuse() {
    var chunker = SpeechChunker(strategy: .sentence)
    #expect(chunker.append("At 5 p.m. ") == [])
    #expect(chunker.finish() == ["At 5 p.m."])
    #expect(chunker.append("Half a sentence, 5 p.m. ") == [])
    chunker.reset()
    #expect(chunker.append("One. T") == ["One."])
    #expect(chunker.finish() == ["T"])
    #expect(chunker.finish() == [])
  }

  @Test("takes strategy and threshold from the settings")
  func settings() {
    var settings = SessionSettings()
    settings.ttsChunkingStrategy = .fixedTokens
    settings.ttsChunkTokens = 7
    settings.sentenceBreakThreshold = 3
    let chunker = SpeechChunker(settings: settings)
    #expect(chunker.strategy == .fixedTokens(7))
    #expect(chunker.minimumCharacters == 3)
    #expect(chunker.maximumCharacters == 240)
  }
}

@Suite("Text without a stop")
struct BoundedChunkTests {
  @Test("is cut before a word, within the bound")
  func words() {
    let text = Array(repeating: "river", count: 100).joined(separator: " ")
    let chunks = chunks(of: text)
    // 40 words of five letters and the spaces between are 239 characters.
    #expect(chunks.map(\.count) == [239, 239, 119])
    #expect(chunks.joined(separator: " ") == text)
  }

  @Test("is cut after a comma when one stands in the second half")
  func comma() {
    let head = Array(repeating: "river", count: 30).joined(separator: " ") + ","
    let tail = Array(repeating: "stone", count: 30).joined(separator: " ")
    #expect(chunks(of: head + " " + tail).first == head)
  }

  @Test("is not cut after a comma in the first half")
  func earlyComma() {
    let text = "Well, " + Array(repeating: "stone", count: 60).joined(separator: " ")
    #expect(chunks(of: text).first?.count == 239)
  }

  @Test("is cut between characters in a script without spaces")
  func han() {
    let chunks = chunks(of: String(repeating: "水", count: 500))
    #expect(chunks.map(\.count) == [240, 240, 20])
  }

  @Test("is not cut inside a long address")
  func address() {
    let address = "https://example.org/" + String(repeating: "a", count: 500)
    #expect(chunks(of: "See \(address) now.") == ["See", address, "now."])
  }

  @Test("is cut inside a word that is longer than any, but not before a combining mark")
  func endless() {
    let chunks = chunks(of: String(repeating: "e\u{301}", count: 1000))
    #expect(chunks.count == 3)
    #expect(chunks.allSatisfy { $0.unicodeScalars.count <= 961 && $0.hasPrefix("e\u{301}") })
    #expect(chunks.joined() == String(repeating: "e\u{301}", count: 1000))
  }
}

/// All chunks of a text that comes in one piece.
func chunks(
  of text: String, strategy: ChunkingStrategy = .sentence, minimum: Int = 1, maximum: Int = 240
) -> [String] {
  var chunker = SpeechChunker(strategy: strategy, minimumCharacters: minimum, maximumCharacters: maximum)
  return chunker.append(text) + chunker.finish()
}
