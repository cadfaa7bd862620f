import Testing

@testable import LabYAML

@Suite struct SpellingTests {
  @Test(
    "counts slips, swapped neighbours as one",
    arguments: [
      ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1),
      ("kitten", "sitting", 3),
    ])
  func countsSlipsSwappedNeighboursAsOne(left: String, right: String, distance: Int) {
    #expect(Spelling.distance(left, right) == distance)
    #expect(Spelling.distance(right, left) == distance)
  }

  @Test("finds the nearest word, and none when none is near")
  func findsTheNearestWordAndNoneWhenNoneIsNear() {
    let words = ["start", "end", "text"]
    #expect(Spelling.nearest(to: "strat", among: words) == "start")
    #expect(Spelling.nearest(to: "END", among: words) == "end")
    #expect(Spelling.nearest(to: "banana", among: words) == nil)
    #expect(Spelling.nearest(to: "x", among: []) == nil)
  }
}
