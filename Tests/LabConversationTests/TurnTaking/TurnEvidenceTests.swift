import LabConversation
import LabTimeline
import Testing

@Suite("The evidence for an end of turn")
struct TurnEvidenceTests {
  private func scores(
    _ transcript: String, language: String = "en", melody: PhraseMelody? = nil,
    after spoken: Duration = .milliseconds(800)
  ) -> TurnCueScores {
    var evidence = TurnEvidence(language: language)
    evidence.heard(transcript)
    evidence.pauseBegan(melody: melody, after: spoken)
    return evidence.scores
  }

  @Test(
    "keeps the turn after a filler",
    arguments: [("I would like um", "en"), ("Das Problem ist ähm", "de-DE"), ("secondo me ehm", "it-IT")])
  func filler(transcript: String, language: String) {
    let scores = scores(transcript, language: language)
    #expect(scores[.filler] < 0 && scores[.conjunction] == 0 && scores.pauseFactor() > 2)
  }

  @Test(
    "keeps the turn after a word that asks for another",
    arguments: [
      ("We need a room with", "en-US"), ("It is red and", "en"), ("Es wird wärmer weil", "de"),
      ("Leonardo è nato a", "it"), ("I have to buy milk and the", "en"),
    ])
  func conjunction(transcript: String, language: String) {
    let scores = scores(transcript, language: language)
    #expect(scores[.conjunction] < -1000 && scores[.sentence] == 0)
  }

  @Test(
    "keeps the turn, though less, after a clause that asks for a second one",
    arguments: [
      ("If it rains tomorrow", "en"), ("Wenn ein Gesetz fehlt", "de"), ("Quando il tempo è brutto", "it"),
    ])
  func clause(transcript: String, language: String) {
    #expect((-1000..<0).contains(scores(transcript, language: language)[.conjunction]))
  }

  @Test(
    "yields the turn after what reads like a sentence, a question more so",
    arguments: [("I will call her tomorrow", "en"), ("Das gibt es überall", "de"), ("Ho capito tutto", "it")])
  func sentence(transcript: String, language: String) {
    #expect(scores(transcript, language: language)[.sentence] == 800)
    #expect(scores("What does it cost")[.sentence] == 1200)
    #expect(scores("the second one")[.sentence] == 0)
  }

  @Test("takes punctuation for what it is, when speech to text writes any")
  func punctuation() {
    #expect(scores("The second one.")[.sentence] == 800)
    #expect(scores("The second one,")[.sentence] < 0)
    #expect(scores("That is all. The second")[.sentence] == 0)
    #expect(scores("Is it six?")[.sentence] == 1200)
  }

  @Test("says nothing about words of a language that it does not know")
  func unknownLanguage() {
    #expect(scores("um and the", language: "fr") == TurnCueScores())
  }

  @Test("yields after a low and falling end, keeps after a high one, and lets a question end high")
  func pitch() {
    let low = PhraseMelody(pitch: -5, pitchSlope: -12, level: -8)
    let high = PhraseMelody(pitch: 2, pitchSlope: 8, level: 0)
    #expect(scores("the garden", melody: low)[.pitch] > 500)
    #expect(scores("the garden", melody: low)[.energy] > 0)
    #expect(scores("the garden", melody: high)[.pitch] < -500)
    #expect(scores("Is it the garden", melody: high)[.pitch] == 0)
    #expect(scores("the garden")[.pitch] == 0)
  }

  @Test("grows with the length of the turn up to a limit")
  func length() {
    let lengths = [500, 2000, 3000, 5000, 60_000].map {
      scores("", after: .milliseconds($0))[.length]
    }
    #expect(lengths == [0, 75, 150, 300, 300])
  }

  @Test("hears a list in items that follow each other, until the last one is announced")
  func list() {
    var evidence = TurnEvidence(language: "en")
    func next(_ transcript: String) -> Int {
      evidence.heard(transcript)
      evidence.pauseBegan(melody: nil, after: .seconds(1))
      defer { evidence.pauseEnded() }
      return evidence.scores[.list]
    }
    #expect(next("I have to buy milk") == 0)
    #expect(next("I have to buy milk bread") < 0)
    #expect(next("I have to buy milk bread and two lemons") == 0)
    evidence.beginTurn()
    #expect(next("We are looking for a") == 0)
    // What follows a word that asks for another is its complement, no item.
    #expect(next("We are looking for a garden") == 0)
  }

  @Test("adds up, and is held within limits", arguments: [[1500, 1500], [-1500, -1300], [800, 300]])
  func sum(parts: [Int]) {
    var scores = TurnCueScores()
    scores[.filler] = parts[0]
    scores[.pitch] = parts[1]
    #expect(scores.sum() == min(max(parts[0] + parts[1], -1500), 1500))
    #expect(scores.sum(without: [.pitch]) == parts[0])
  }
}
