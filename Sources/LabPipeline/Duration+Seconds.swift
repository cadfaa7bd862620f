import LabTimeline

extension Duration {
  var seconds: Double { Double(nanoseconds) / 1e9 }
}
