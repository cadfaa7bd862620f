import Testing

@testable import LabPipeline

@Suite("Word errors")
struct WordErrorsTests {
  static let cases: [(reference: String, hypothesis: String, words: Int, errors: Int)] = [
    ("What is the area?", "what is the area", 4, 0), ("What is the area?", "What is area", 4, 1),
    ("What is the area?", "What is the big area", 4, 1), ("What is the area?", "What was the area", 4, 1),
    ("What is the area?", "", 4, 4), ("", "hello there", 0, 2), ("", "", 0, 0),
    ("it's 3.5 metres", "it’s 3.5 metres", 4, 1), ("a b c d e f", "b c d e f g", 6, 2),
    ("Straße — bitte!", "straße bitte", 2, 0),
  ]

  @Test("are the fewest edits between the words, whatever their case and punctuation", arguments: cases)
  func count(reference: String, hypothesis: String, words: Int, errors: Int) {
    let counted = WordErrors.count(reference: reference, hypothesis: hypothesis)
    #expect(counted.words == words)
    #expect(counted.errors == errors)
  }
}
