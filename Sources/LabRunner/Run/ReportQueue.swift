import Foundation
import LabRecord
import LabTimeline

/// Takes the live driver's reports off its thread, so that writing a record never delays a measurement.
final class ReportQueue: @unchecked Sendable {
  private let condition = NSCondition()
  // Both are touched only under the condition's lock.
  private var reports: [LiveDriver.Report] = []
  private var outcome: Result<Void, any Error>?

  /// How many reports wait.
  var count: Int { condition.withLock { reports.count } }

  /// Adds a report; called on the driver's thread.
  func add(_ report: LiveDriver.Report) {
    condition.withLock {
      reports.append(report)
      condition.signal()
    }
  }

  /// The driver has ended.
  func close(with outcome: Result<Void, any Error>) {
    condition.withLock {
      self.outcome = outcome
      condition.signal()
    }
  }

  /// Handles reports as they come, until the driver has ended.
  ///
  /// - Returns: what the instrument found out about itself.
  func drain(_ handle: (LiveDriver.Report) throws -> Void) throws -> InstrumentReading {
    var reading = InstrumentReading()
    while true {
      let (batch, end) = next()
      for report in batch {
        if case .finished(let found) = report { reading = found }
        try handle(report)
      }
      if let end {
        try end.get()
        return reading
      }
    }
  }

  private func next() -> ([LiveDriver.Report], Result<Void, any Error>?) {
    condition.withLock {
      while reports.isEmpty, outcome == nil { condition.wait() }
      defer { reports.removeAll() }
      return (reports, reports.isEmpty ? outcome : nil)
    }
  }
}
