import LabReports
import LabStatistics
import LabTimeline

extension MetricComparison {
  /// Compares two heaps of turns that have nothing to do with each other.
  init(
    _ metric: LatencyMetric, baseline: [MeasuredTurn], candidate: [MeasuredTurn], generator: SeededGenerator
  ) {
    fatalError()
  }
}
