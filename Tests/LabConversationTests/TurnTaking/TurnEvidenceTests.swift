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
    #expect(scores(transcript, language: language)[.sentence] == 900)
    #expect(scores("What does it cost")[.sentence] == 1500)
    #expect(scores("the second one")[.sentence] == 0)
  }

  @Test("takes punctuation for what it is, when speech to text writes any")
  func punctuation() {
    #expect(scores("The second one.")[.sentence] == 900)
    #expect(scores("The second one,")[.sentence] < 0)
    #expect(scores("That is all. The second")[.sentence] == 0)
    #expect(scores("Is it six?")[.sentence] == 1500)
  }

  @Test(
    "takes words that begin a thought for fillers where they stand alone, and for words elsewhere",
    arguments: [("Well", "What was your day like", "en"), ("Also tja", "Das sehe ich also", "de")])
  func openers(opening: String, sentence: String, language: String) {
    #expect(scores(opening, language: language)[.filler] == -1500)
    #expect(scores(sentence, language: language)[.filler] == 0)
  }

  @Test("hears a question behind what it begins with, and thanks behind nothing")
  func beginnings() {
    #expect(scores("So what does it cost")[.sentence] == 1500)
    #expect(scores("Thank you very much")[.sentence] == 900)
    #expect(scores("Vielen Dank dafür", language: "de")[.sentence] == 900)
  }

  @Test("holds a particle against an end less than other words that ask for one, and a name not at all")
  func lastWords() {
    #expect(scores("Can you turn the light on")[.conjunction] == -400)
    #expect(scores("We arrive on the ninth of May")[.conjunction] == 0)
    #expect(scores("Then you may")[.conjunction] == -1300)
    #expect(scores("It is what I")[.conjunction] == -1300)
    #expect(scores("They were red and so on")[.conjunction] == 0)
  }

  @Test("takes what follows a pause for the clause that was asked for")
  func secondClause() {
    var evidence = TurnEvidence(language: "en")
    evidence.heard("When the sun is low")
    evidence.pauseBegan(melody: nil, after: .seconds(2))
    #expect(evidence.scores[.conjunction] == -700)
    evidence.pauseEnded()
    evidence.heard("When the sun is low the light has a longer way to go")
    evidence.pauseBegan(melody: nil, after: .seconds(5))
    #expect(evidence.scores[.conjunction] == 0)
  }

  @Test("says nothing about words of a language that it does not know")
  func unknownLanguage() {
    #expect(scores("um and the", language: "fr", after: .seconds(2)) == TurnCueScores())
  }

  @Test("yields after an end at the bottom of the voice, keeps after a high one, and lets questions end high")
  func pitch() {
    let low = PhraseMelody(height: 0, pitchSlope: -12, level: -8)
    let high = PhraseMelody(height: 4, pitchSlope: 8, level: 0)
    #expect(scores("the garden", melody: low)[.pitch] > 400)
    #expect(scores("the garden", melody: low)[.energy] > 0)
    #expect(scores("the garden", melody: high)[.pitch] < -400)
    #expect(scores("Is it the garden", melody: high)[.pitch] == 0)
    #expect(scores("the garden")[.pitch] == 0)
  }

  @Test("grows with the length of the turn from −500 to 500")
  func length() {
    let lengths = [500, 2000, 3000, 5000, 60_000].map {
      scores("", after: .milliseconds($0))[.length]
    }
    #expect(lengths == [-500, 0, 333, 500, 500])
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

  @Test("adds up, and is held within limits", arguments: [[1500, 1500], [-1500, -1300], [900, 300]])
  func sum(parts: [Int]) {
    var scores = TurnCueScores()
    scores[.filler] = parts[0]
    scores[.pitch] = parts[1]
    #expect(scores.sum() == min(max(parts[0] + parts[1], -2000), 2000))
    #expect(scores.sum(without: [.pitch]) == parts[0])
  }
}
