/// What the program's exit code means. Scripts rely on these numbers; this is the one place that holds them.
public enum ProgramExit: Int32, Hashable, Sendable, Error, CaseIterable {
  case pass = 0
  /// Something inside failed, or the world refused: a disk that is full, a port in use.
  case internalFailure = 1
  /// A regression, or a broken budget.
  case regression = 2
  case inconclusive = 3
  /// Nothing is worse and something is clearly faster, when somebody asked to be told.
  case improvement = 4
  /// A baseline or record is missing, or cannot be compared.
  case notComparable = 5
  /// No data, or an invalid run.
  case noData = 6
  case usage = 64
  /// A plan, corpus, record or key is wrong.
  case configuration = 78
  case interrupted = 130

  /// The meaning in a few words, as help shows it.
  public var meaning: String {
    switch self {
    case .pass: "pass"
    case .internalFailure: "internal"
    case .regression: "regression"
    case .inconclusive: "inconclusive"
    case .improvement: "improvement (only when asked for)"
    case .notComparable: "not comparable"
    case .noData: "no data or invalid run"
    case .usage: "usage"
    case .configuration: "bad configuration"
    case .interrupted: "interrupted"
    }
  }

  /// All codes with their meanings, on one line.
  public static var summary: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
  }
}
