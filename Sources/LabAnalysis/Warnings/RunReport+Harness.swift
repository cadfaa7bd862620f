public import LabRecord

extension RunReport {
  /// What says that the harness did not keep up: frames or arrivals that waited so long that the run is not
  /// valid, and conversations that waited where no latency counts it. Empty when it kept up.
  ///
  /// - Parameter reading: What the instrument found out about itself.
  public func harnessProblems(reading: InstrumentReading?) -> [String] {
    allWarnings.filter { $0.severity == .invalid }.map(\.seen)
      + HarnessDetector.concurrency(reading?.load).map(\.seen)
  }
}
