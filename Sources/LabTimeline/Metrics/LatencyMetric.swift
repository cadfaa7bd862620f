/// A latency: a question asked of a turn's trace, with one definition for every provider, mode and report.
public struct LatencyMetric: Hashable, Sendable, Identifiable {
  /// The stable name, e.g. `turn.v2v`. Outputs append the unit: `turn.v2v_ms`.
  public let id: String
  /// One sentence: what it is.
  public let summary: String
  /// Where it starts.
  public let start: Anchor
  /// Where it ends.
  public let end: Anchor
  /// What it contains or leaves out that a reader might not expect.
  public let note: String
  /// The stage it is shown under.
  public let group: Group
  /// Which stage of the turn a metric describes.
  public enum Group: String, Sendable, CaseIterable {
    case detector, turn, stt, llm, tts, playout, interruption, network
  }

  /// One end of the interval.
  public struct Anchor: Hashable, Sendable {
    /// The fact that the anchor stands on.
    public let kind: TurnEvent.Kind
    /// Which occurrence counts when there are several.
    public let occurrence: Occurrence
    /// The fact in words.
    public let text: String

    /// Which of several facts of one kind.
    public enum Occurrence: String, Sendable {
      case first, last
      /// The first that does not come before the start: its answer.
      case next
    }

    /// The anchor's moment in a trace.
    ///
    /// - Parameter start: The moment at which the interval starts, for an anchor that is its answer.
    public func instant(in trace: TurnTrace, from start: LabInstant? = nil) -> LabInstant? {
      switch occurrence {
      case .first: return trace.first(kind)
      case .last: return trace.last(kind)
      case .next:
        let instants = trace.events.filter { $0.kind == kind }.map(\.at)
        return instants.filter { instant in start.map { instant >= $0 } ?? true }.min()
      }
    }
  }

  /// The key in every output, with its unit.
  public var key: String { id + "_ms" }

  /// Measures a turn.
  ///
  /// A missing end gives a missing value with the reason, never zero. A negative interval keeps its sign,
  /// except that an answer cannot come before what it answers.
  ///
  /// - Parameter isVirtual: Whether the turn ran in virtual time, which explains why some facts are never
  ///   there.
  public func measure(_ trace: TurnTrace, inVirtualTime isVirtual: Bool = false) -> Measurement {
    guard let from = start.instant(in: trace) else {
      let isNeverThere = isVirtual && TurnEvent.Kind.ofRealTime.contains(start.kind)
      return .missing(isNeverThere ? "virtual time is never late" : "no \(start.kind.rawValue)")
    }
    guard let to = end.instant(in: trace, from: from) else {
      let isTooEarly = trace.last(end.kind) != nil
      return .missing("no \(end.kind.rawValue)" + (isTooEarly ? " after \(start.kind.rawValue)" : ""))
    }
    return .value(to - from)
  }

  /// A value, or the reason why there is none.
  public enum Measurement: Hashable, Sendable {
    case value(Duration)
    case missing(String)

    /// The value, if there is one.
    public var value: Duration? {
      if case .value(let duration) = self { duration } else { nil }
    }
  }
}
