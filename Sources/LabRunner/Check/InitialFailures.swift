import LabRecord
import LabTimeline

/// The first turns of a live run, when all of them failed alike.
public struct RepeatedFailure: Hashable, Sendable {
  /// How many turns failed.
  public var turns: Int
  /// The stable word for the failure that they share.
  public var reason: String
  /// The services that failed, each once.
  public var services: [String]

  /// What happened, in one sentence.
  public var sentence: String {
    let by = services.isEmpty ? "" : " (\(services.joined(separator: ", ")))"
    return "Stopped, because the first \(counted(turns, "turn")) all failed alike: \(reason)\(by)."
  }
}

/// Notices that the first turns of a run all fail alike.
struct InitialFailures {
  private let limit: Int
  private var failure: RepeatedFailure?
  /// Whether a turn did not fail, or not like the others: nothing more has to be noticed.
  private var isSettled = false

  /// - Parameter limit: How many turns have to fail.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes a turn that ended in a cell.
  ///
  /// - Returns: The failure, once enough turns have failed with it.
  mutating func add(_ outcome: TurnOutcome, in cell: Cell) -> RepeatedFailure? {
    guard !isSettled else { return nil }
    guard case .failed(let stage, let reason) = outcome, reason == failure?.reason ?? reason else {
      isSettled = true
      return nil
    }
    var all = failure ?? RepeatedFailure(turns: 0, reason: reason, services: [])
    all.turns += 1
    if let service = cell.providers[stage], !all.services.contains(service) {
      all.services.append(service)
    }
    failure = all
    isSettled = all.turns >= limit
    return isSettled ? all : nil
  }
}
