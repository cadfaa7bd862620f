import Testing

@testable import LabVoiceActivity

@Suite("Rank curve")
struct RankCurveTests {
  private func curve(_ scores: [Float], _ labels: [Bool]) -> RankCurve {
    RankCurve(zip(scores, labels).map { (score: $0, isSpeech: $1) })
  }

  @Test("perfect order has areas of 1, the reverse an area of 0")
  func extremes() {
    let good = curve([0.9, 0.8, 0.2, 0.1], [true, true, false, false])
    #expect(good.areaUnderROC == 1)
    #expect(good.averagePrecision == 1)
    #expect(curve([0.9, 0.1], [false, true]).areaUnderROC == 0)
  }

  @Test("agrees with areas worked out by hand, ties counting half")
  func byHand() throws {
    // Pairs of speech and rest: 0.8 beats both, 0.5 ties with one and beats the other: 3.5 of 4.
    let curve = curve([0.8, 0.5, 0.5, 0.1], [true, true, false, false])
    #expect(curve.areaUnderROC == 0.875)
    // Recall 1/2 at precision 1, then 1 at 2/3.
    let precision: Double = try #require(curve.averagePrecision)
    let expected: Double = 0.5 + 0.5 * 2 / 3
    #expect(abs(precision - expected) < 1e-12)
  }

  @Test("says nothing when all frames have the same label")
  func oneClass() {
    #expect(curve([0.1, 0.9], [true, true]).areaUnderROC == nil)
    #expect(curve([0.1, 0.9], [false, false]).averagePrecision == nil)
  }

  @Test("ends at a recall and a false alarm rate of 1")
  func end() {
    let scores: [Float] = (0..<2_000).map { Float($0) }
    let labels: [Bool] = (0..<2_000).map { $0 % 3 == 0 }
    let last = curve(scores, labels).points.last
    #expect(last?.recall == 1)
    #expect(last?.falseAlarmRate == 1)
  }
}
