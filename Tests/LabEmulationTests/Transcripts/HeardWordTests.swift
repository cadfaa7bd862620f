import Testing

@testable import LabEmulation

@Suite struct HeardWordTests {
  private func plain(_ text: String) -> String { HeardWord(text: text, start: 0, end: 0).plain }

  @Test("A word without punctuation keeps its letters, digits and apostrophes, in lower case")
  func plainWords() {
    #expect(plain("Don't,") == "don't")
    #expect(plain("Größe?!") == "größe")
    #expect(plain("3.5%") == "35")
    #expect(plain("…") == "…")
    #expect(plain("--") == "--")
  }

  @Test("Words of ASCII are read byte by byte as they would be character by character")
  func bytewise() {
    let all = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }
    for text in all + [all.joined(), "Hello,", "O'Neill's", ""] {
      #expect(HeardWord.plain(ascii: text) == HeardWord.plain(text))
      let lower = text.lowercased()
      #expect(ReplyBank.Language.words(ascii: lower) == ReplyBank.Language.words(of: lower))
    }
    #expect(HeardWord.plain(ascii: "Größe") == nil)
    #expect(ReplyBank.Language.words(ascii: "größe") == nil)
  }
}
