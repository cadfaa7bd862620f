public import LabTimeline

/// One occasion on which the agent could be made to stop while it spoke: a sound over its voice, or its voice
/// alone.
///
/// Kept for conversations in which something is to be heard over a reply, and for plans that ask for it. What
/// a report says of barge-in is counted from these.
public struct InterruptionTrial: Hashable, Sendable, Codable {
  /// What truly was heard.
  public enum Kind: Hashable, Sendable {
    /// A sound over the agent's voice.
    case sound(SoundKind)
    /// Nothing but the agent's own voice, which the microphone hears.
    case echo
    /// Nothing at all: a reply that nobody disturbs, in a device without echo.
    case nothing
  }

  /// A stretch in which the sink was paused or ducked.
  public struct Hold: Hashable, Sendable, Codable {
    public var from: LabInstant
    /// When it went on; nil when the reply was ended.
    public var until: LabInstant?

    public init(from: LabInstant, until: LabInstant? = nil) {
      self.from = from
      self.until = until
    }

    private enum CodingKeys: String, CodingKey {
      case from = "from_ns"
      case until = "until_ns"
    }
  }

  public var kind: Kind
  /// When the sound truly began; of `echo` and `nothing`, when the reply became audible.
  public var onset: LabInstant
  /// The holds that it caused, in order.
  public var holds: [Hold] = []
  /// When the pipeline gave the floor to the caller because of it; nil when it did not.
  public var yielded: LabInstant?
  /// When the sink fell silent for good, which is before `yielded` when it was paused until then.
  public var silent: LabInstant?
  /// When the reply was over by itself; nil when it was not heard to its end.
  public var finished: LabInstant?
  /// Words of the reply, as far as it was written, that nobody heard because the agent stopped.
  public var wordsLost = 0

  public init(kind: Kind, onset: LabInstant) {
    self.kind = kind
    self.onset = onset
  }

  private enum CodingKeys: String, CodingKey {
    case kind, holds
    case onset = "onset_ns"
    case yielded = "yielded_ns"
    case silent = "silent_ns"
    case finished = "finished_ns"
    case wordsLost = "words_lost"
  }
}

extension InterruptionTrial.Kind: RawRepresentable, Codable, CaseIterable {
  /// Every kind, in the order of reports.
  public static let allCases = SoundKind.allCases.map(Self.sound) + [.echo, .nothing]

  public init?(rawValue: String) {
    switch rawValue {
    case "echo": self = .echo
    case "nothing": self = .nothing
    default:
      guard let kind = SoundKind(rawValue: rawValue) else { return nil }
      self = .sound(kind)
    }
  }

  /// The name in records and reports.
  public var rawValue: String {
    switch self {
    case .sound(let kind): kind.rawValue
    case .echo: "echo"
    case .nothing: "nothing"
    }
  }
}
