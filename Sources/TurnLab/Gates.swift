import Foundation
package import LabErrors
package import LabGates

extension CalendarDate {
  /// The day it is in UTC, by the wall clock.
  ///
  /// - Throws: a `GateError` when the clock shows no day.
  package static func today() throws -> CalendarDate {
    let text = Date().formatted(.iso8601.year().month().day())
    guard let today = CalendarDate(text) else {
      throw GateError(
        "The clock of this machine says “\(text)”, which is not a day.", hint: "Set it.")
    }
    return today
  }
}

extension ProgramExit {
  /// The exit code of a judgement.
  package init(_ outcome: GateReport.Outcome) {
    switch outcome {
    case .pass: self = .pass
    case .improvement: self = .improvement
    case .inconclusive: self = .inconclusive
    case .notComparable: self = .notComparable
    case .regression: self = .regression
    case .noData: self = .noData
    }
  }
}
