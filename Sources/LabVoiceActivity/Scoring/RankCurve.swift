/// How well scores put speech above the rest, at every threshold at once.
///
/// The areas under the receiver operating characteristic (the chance that a frame of speech scores above one
/// that is none, ties counting half) and under the curve of precision over recall (average precision, without
/// interpolation): J. Davis and M. Goadrich, "The relationship between precision-recall and ROC curves", ICML
/// 2006.
public struct RankCurve: Sendable, Hashable {
  /// One threshold on the curves.
  public struct Point: Sendable, Hashable {
    /// Frames that score at least this are called speech.
    public var threshold: Float
    public var falseAlarmRate: Double
    /// The true positive rate of one curve and the recall of the other.
    public var recall: Double
    public var precision: Double
  }

  /// Area under the receiver operating characteristic, 0 to 1; nil when all frames have the same label.
  public let areaUnderROC: Double?
  /// Average precision, 0 to 1; nil when all frames have the same label.
  public let averagePrecision: Double?
  /// The curve from the highest threshold to the lowest, thinned to a few hundred points.
  public let points: [Point]

  /// Makes the curve of scores with their labels.
  public init(_ frames: [(score: Float, isSpeech: Bool)]) {
    let sorted = frames.sorted { $0.score > $1.score }
    let positives = Double(sorted.count { $0.isSpeech })
    let negatives = Double(sorted.count) - positives
    guard positives > 0, negatives > 0 else {
      (areaUnderROC, averagePrecision, points) = (nil, nil, [])
      return
    }
    var (hits, alarms, area, precisionSum) = (0.0, 0.0, 0.0, 0.0)
    var points: [Point] = []
    var index = 0
    while index < sorted.count {
      let (oldHits, oldAlarms) = (hits, alarms)
      let score = sorted[index].score
      while index < sorted.count, sorted[index].score == score {
        if sorted[index].isSpeech { hits += 1 } else { alarms += 1 }
        index += 1
      }
      area += (alarms - oldAlarms) * (hits + oldHits) / 2
      precisionSum += (hits - oldHits) * hits / (hits + alarms)
      let point = Point(
        threshold: score, falseAlarmRate: alarms / negatives, recall: hits / positives,
        precision: hits / (hits + alarms))
      let isFar = points.last.map {
        point.falseAlarmRate - $0.falseAlarmRate + point.recall - $0.recall >= 1.0 / 150
      }
      if isFar ?? true || index == sorted.count { points.append(point) }
    }
    areaUnderROC = area / (positives * negatives)
    averagePrecision = precisionSum / positives
    self.points = points
  }
}
