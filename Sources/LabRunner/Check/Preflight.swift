import LabPlan
import LabProviders
import LabRecord
import LabTimeline

/// Calls every service of a live run once before anything is measured, so that a run that cannot work says so
/// at once.
struct Preflight {
  private let cells: [Cell]
  private let check: ServiceCheck

  init(cells: [Cell], catalogue: ProviderCatalogue, variables: [String: String]) {
    self.cells = cells
    check = ServiceCheck(cells: cells, catalogue: catalogue, variables: variables)
  }

  /// Calls the services.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked before every call.
  ///   - note: Told of services that fail now and may work soon, where other cells can be measured meanwhile.
  /// - Throws: a ``RunError`` that names every service whose key, account or address has to be corrected, and
  ///   one that names those that fail when no cell is left that could be measured.
  func run(isCancelled: () -> Bool, note: (String) -> Void) throws {
    var failed: [ServiceCall] = []
    for entry in check.entries where !isCancelled() {
      let call = try check.call(entry)
      if call.status != .works { failed.append(call) }
    }
    if let error = Self.refusal(failed, cells: cells) { throw error }
    for call in failed { note("\(call.finding.what) Its cells are measured all the same.") }
  }

  /// Why a run with failing services cannot begin; nil when it can.
  static func refusal(_ failed: [ServiceCall], cells: [Cell]) -> RunError? {
    let toCorrect = failed.filter(\.status.isToBeCorrected)
    if !toCorrect.isEmpty {
      return RunError(
        .serviceRefused, "The live run cannot work, so nothing was measured.", hint: hint(for: toCorrect),
        problems: toCorrect.map(\.finding.what))
    }
    let ids = Set(failed.map(\.id))
    guard !failed.isEmpty, cells.allSatisfy({ !ids.isDisjoint(with: $0.services) }) else { return nil }
    return RunError(
      .serviceFailed, "No cell of the live run can be measured now, so nothing was.", hint: hint(for: failed),
      problems: failed.map(\.finding.what))
  }

  private static func hint(for calls: [ServiceCall]) -> String {
    var seen: Set<String> = []
    let advice = calls.compactMap(\.finding.advice).filter { seen.insert($0).inserted }
    return (advice + ["To measure without this check, add --no-check."]).joined(separator: " ")
  }
}
