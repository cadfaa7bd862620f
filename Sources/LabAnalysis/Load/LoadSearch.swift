public import LabRecord

/// Looks for the highest load that keeps an objective: doubles until it is missed, then halves what lies
/// between.
///
/// A value that is told what came of every load and says which one to try next. It takes for granted that
/// more load is never better; where chance says otherwise, the answer is the highest load that was kept below
/// one that was not.
public struct LoadSearch: Hashable, Sendable {
  /// What came of a load.
  public enum Outcome: String, Hashable, Sendable, Codable {
    /// The objective was kept.
    case kept
    /// The objective was missed, and the harness kept up: the services did not.
    case missed
    /// The harness did not keep up, so that nothing is known of the services.
    case saturated
  }

  /// What the search comes to.
  public struct Answer: Hashable, Sendable, Codable {
    /// The highest load that kept the objective; nil when not even the lowest did.
    public var highest: Int?
    /// The lowest load that was tried above it and did not; nil when the highest one asked for was kept.
    public var bound: Int?
    /// What the bound is: the services' limit, or the harness's own.
    public var boundIs: Outcome?

    private enum CodingKeys: String, CodingKey {
      case highest, bound
      case boundIs = "bound_is"
    }
  }

  private let settings: LoadSettings
  private var kept: Int?
  private var broken: (load: Int, outcome: Outcome)? {
    get { brokenLoad.flatMap { load in brokenOutcome.map { (load, $0) } } }
    set { (brokenLoad, brokenOutcome) = (newValue?.load, newValue?.outcome) }
  }
  private var brokenLoad: Int?
  private var brokenOutcome: Outcome?

  public init(_ settings: LoadSettings) {
    self.settings = settings
  }

  /// The load to be tried next; nil when the answer is known.
  public var next: Int? {
    guard let broken else {
      guard let kept else { return min(settings.from, settings.upTo) }
      return kept < settings.upTo ? min(kept * 2, settings.upTo) : nil
    }
    guard let kept else {
      // Even the first load was too much.
      return broken.load > 1 ? broken.load / 2 : nil
    }
    let gap = max(1, Int((Double(kept) * settings.precision).rounded(.down)))
    return broken.load - kept > gap ? kept + (broken.load - kept) / 2 : nil
  }

  /// Takes what came of a load.
  public mutating func note(_ outcome: Outcome, at load: Int) {
    if outcome == .kept {
      kept = max(kept ?? load, load)
    } else if load < brokenLoad ?? .max {
      broken = (load, outcome)
    }
  }

  public var answer: Answer {
    Answer(highest: kept, bound: brokenLoad, boundIs: brokenOutcome)
  }
}
