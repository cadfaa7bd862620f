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

  /// The meaning in full, with the commands that end with it.
  public var explanation: String {
    switch self {
    case .pass: "success: a pass, or nothing to object to"
    case .internalFailure:
      "something inside failed, or the system refused: a full disk, a port in use"
    case .regression:
      "a regression or a broken budget (`gate`); growth, drift or a broken check (`soak`); no load keeps the "
        + "objective (`load`)"
    case .inconclusive: "inconclusive: too few pairs to decide (`gate`)"
    case .improvement: "clearly faster and nothing worse (`gate --flag-improvements`)"
    case .notComparable: "a baseline, record or history is missing or not comparable"
    case .noData:
      "no data, not one answered turn, an invalid or unfinished run, a saturated harness; not fit (`calibrate`); "
        + "a service that failed (`doctor --live`, or a live run that needs it in every cell)"
    case .usage: "a wrong command line"
    case .configuration:
      "a plan, corpus, gate file, price book or other input is wrong; a key, an account or a model is refused"
    case .interrupted: "interrupted"
    }
  }

  /// All codes with their meanings, on one line.
  public static var summary: String {
    allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: ", ")
  }
}
