import LabTimeline
import Testing

@testable import LabConversation

@Suite("The selective barge-in policy")
struct BargeInJudgeTests {
  /// Hears frames of 10 ms of one probability and returns the verdicts with the milliseconds at which they came.
  private func hear(
    _ judge: inout BargeInJudge, _ probability: Double, from start: Int, to end: Int
  ) -> [(verdict: BargeInJudge.Verdict, at: Int)] {
    stride(from: start + 10, through: end, by: 10).compactMap { now in
      judge.hear(.init(probability: probability), at: .ms(Int64(now))).map { ($0, now) }
    }
  }

  @Test("suspects confident frames in a row, and confirms enough voice without any words")
  func voice() {
    var judge = BargeInJudge(settings: SessionSettings())
    let verdicts = hear(&judge, 0.9, from: 0, to: 1200)
    #expect(verdicts.map(\.verdict) == [.suspected, .confirmed])
    #expect(verdicts.map(\.at) == [30, 1200])
  }

  @Test("dismisses a short sound after some quiet, and a listener response that it knows after half of that")
  func quiet() {
    var judge = BargeInJudge(settings: SessionSettings())
    #expect(hear(&judge, 0.9, from: 0, to: 300).map(\.at) == [30])
    #expect(hear(&judge, 0, from: 300, to: 1000).map(\.at) == [650])
    #expect(hear(&judge, 0.9, from: 2000, to: 2300).map(\.verdict) == [.suspected])
    #expect(judge.read("Mhm, right.", at: .ms(2310)) == nil)
    #expect(hear(&judge, 0, from: 2300, to: 3000).map(\.at) == [2480])
  }

  @Test("confirms words that are no listener response, even when they come after the quiet")
  func words() {
    var judge = BargeInJudge(settings: SessionSettings())
    _ = hear(&judge, 0.9, from: 0, to: 300)
    #expect(judge.read("yeah", at: .ms(310)) == nil)
    #expect(judge.read("yeah, but", at: .ms(350)) == .confirmed)
    _ = hear(&judge, 0.9, from: 1000, to: 1300)
    #expect(hear(&judge, 0, from: 1300, to: 2000).map(\.verdict) == [.dismissed])
    #expect(judge.read("Stop.", at: .ms(2100)) == .confirmed)
    #expect(judge.read("Stop.", at: .ms(9000)) == nil)
  }

  @Test("takes words for those of somebody else until there was voice enough that may be the caller's")
  func distantWords() {
    var judge = BargeInJudge(settings: SessionSettings())
    #expect(hear(&judge, 0.9, from: 0, to: 100).map(\.verdict) == [.suspected])
    #expect(judge.read("Tell her that I am late.", at: .ms(100)) == nil)
    #expect(hear(&judge, 0, from: 100, to: 500).map(\.verdict) == [.dismissed])
    #expect(judge.read("Tell her that I am late. Bye.", at: .ms(600)) == nil)
    #expect(hear(&judge, 0.9, from: 3000, to: 3100).map(\.verdict) == [.suspected])
    #expect(judge.read("Wait, stop.", at: .ms(3100)) == nil)
    #expect(hear(&judge, 0.9, from: 3100, to: 3150).map(\.verdict) == [.confirmed])
  }

  @Test("asks twice the voice of a known listener response, and takes no unrecognised speech for words")
  func known() {
    var judge = BargeInJudge(settings: SessionSettings())
    _ = hear(&judge, 0.9, from: 0, to: 300)
    #expect(judge.read("okay", at: .ms(300)) == nil)
    #expect(judge.read("(unrecognised speech)", at: .ms(300)) == nil)
    #expect(judge.read("okay", at: .ms(300)) == nil)
    #expect(hear(&judge, 0.9, from: 300, to: 1200).isEmpty)
  }

  @Test("holds a reply no longer than it may, and does not hold it again for the same sound")
  func longest() {
    var settings = SessionSettings()
    settings.bargeInVoiced = .seconds(5)
    var judge = BargeInJudge(settings: settings)
    let verdicts = hear(&judge, 0.9, from: 0, to: 4000)
    #expect(verdicts.map(\.verdict) == [.suspected, .dismissed])
    #expect(verdicts.last?.at == 1500)
    #expect(hear(&judge, 0, from: 4000, to: 4200).isEmpty)
    #expect(hear(&judge, 0.9, from: 4200, to: 4300).map(\.verdict) == [.suspected])
  }

  @Test("takes voice for an interruption at its end where no words are to be expected")
  func withoutWords() {
    var judge = BargeInJudge(settings: SessionSettings())
    judge.expectsWords = false
    _ = hear(&judge, 0.9, from: 0, to: 200)
    let verdicts = hear(&judge, 0, from: 200, to: 1000)
    #expect(verdicts.map(\.verdict) == [.confirmed] && verdicts.map(\.at) == [550])
    #expect(!judge.expectsWords)

    // A click, and a listener response whose word came after all.
    _ = hear(&judge, 0.9, from: 2000, to: 2150)
    #expect(hear(&judge, 0, from: 2150, to: 3000).map(\.verdict) == [.dismissed])
    _ = hear(&judge, 0.9, from: 4000, to: 4300)
    #expect(judge.read("mhm", at: .ms(4310)) == nil)
    #expect(hear(&judge, 0, from: 4310, to: 5000).map(\.verdict) == [.dismissed])
  }

  @Test("decides about a sound that is held for as long as may be by whether most of it was voice")
  func withoutWordsForLong() {
    for (voiced, verdict) in [(210, BargeInJudge.Verdict.confirmed), (60, .dismissed)] {
      var judge = BargeInJudge(settings: SessionSettings())
      judge.expectsWords = false
      var verdicts = hear(&judge, 0.9, from: 0, to: 30)
      for start in stride(from: 30, to: 1500, by: 340) where verdicts.count < 2 {
        verdicts += hear(&judge, 0.9, from: start, to: start + voiced)
        verdicts += hear(&judge, 0, from: start + voiced, to: start + 340)
      }
      #expect(verdicts.prefix(2).map(\.verdict) == [.suspected, verdict], "\(voiced) ms of 340")
    }
  }

  @Test("does not take keys for voice, which are mostly gaps")
  func gaps() {
    var judge = BargeInJudge(settings: SessionSettings())
    var verdicts: [BargeInJudge.Verdict] = []
    for start in stride(from: 0, to: 3000, by: 200) {
      verdicts += hear(&judge, 0.9, from: start, to: start + 50).map(\.verdict)
      verdicts += hear(&judge, 0, from: start + 50, to: start + 200).map(\.verdict)
    }
    #expect(!verdicts.contains(.confirmed))
  }

  @Test(
    "knows listener responses of three languages",
    arguments: ["mhm", "Uh-huh.", "yeah, right", "Genau!", "hm, ja", "Sì, certo."])
  func responses(text: String) {
    #expect(Backchannels.isBackchannel(text))
    #expect(!Backchannels.hasOtherWords(text))
  }
}
