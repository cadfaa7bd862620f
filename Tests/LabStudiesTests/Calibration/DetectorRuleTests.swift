import LabTimeline
import Testing

@testable import LabStudies

@Suite("The detector's rule")
struct DetectorRuleTests {
  @Test(
    "finds the caller's voice wherever it begins, its start within the window and its end where it is cut")
  func finds() throws {
    for utterance in CalibrationUtterance.conversation {
      for start in stride(from: 8000, to: 8512, by: 37) {
        let finding = try #require(DetectorRule.finding(of: utterance, at: start))
        // Three hops of 10 ms, of which the first can have begun just before.
        #expect((320...800).contains(finding.began - start))
        // The level of the last 20 ms stays up for a hop.
        let end = start + utterance.speech.count
        #expect((0...320).contains(finding.located - end))
        #expect(finding.noticed - finding.located == 8 * 160)
      }
    }
  }

  @Test("has labels that are exact: silence up to the first sample and from the last one on")
  func labels() throws {
    for utterance in CalibrationUtterance.conversation {
      #expect(utterance.samples[..<utterance.speech.lowerBound].allSatisfy { $0 == 0 })
      #expect(utterance.samples[utterance.speech.upperBound...].allSatisfy { $0 == 0 })
      #expect(utterance.words.last?.samples.upperBound == utterance.speech.upperBound)
      #expect(utterance.words.first?.samples.lowerBound == utterance.speech.lowerBound)
    }
  }
}
