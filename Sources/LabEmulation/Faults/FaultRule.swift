public import LabTimeline

/// What goes wrong, with which services and when.
///
/// A *call* is an HTTP request or a WebSocket that is opened. What goes wrong in the middle of a WebSocket's
/// stream is thrown anew in every turn of the conversation, because such a connection serves all of them.
public struct FaultRule: Hashable, Sendable {
  public var fault: Fault
  /// A provider's name, in which `*` stands for any text; every provider when `nil`.
  public var provider: String?
  /// The services of one stage; those of every stage when `nil`.
  public var stage: Stage?
  public var occasion: Occasion
  /// How far into the stream it strikes; a sensible place when `nil`.
  public var position: Position?
  /// How much longer a handshake takes, how long a silence lasts, or when the service asks to be tried again.
  public var duration: Duration?
  /// The maximum number of times per conversation; no limit when `nil`.
  public var most: Int?
  /// The sample rate that comes, as a multiple of the one agreed.
  public var times: Double

  public init(
    _ fault: Fault, provider: String? = nil, stage: Stage? = nil, occasion: Occasion = .always,
    position: Position? = nil, duration: Duration? = nil, most: Int? = nil,
    times: Double = FaultRule.standardTimes
  ) {
    self.fault = fault
    self.provider = provider
    self.stage = stage
    self.occasion = occasion
    self.position = position
    self.duration = duration
    self.most = most
    self.times = times
  }

  /// Which calls a fault happens to.
  public enum Occasion: Hashable, Sendable {
    case always
    /// Each by itself, with this probability.
    case probability(Double)
    /// Every Nth call of a conversation to the stage: with 2 the second, the fourth and so on.
    case every(Int)
    /// Those of one turn, counted from 0 as the record counts turns; what comes before the first belongs to
    /// it.
    case turn(Int)
  }

  /// How far into a stream, or into a turn of it, a fault strikes.
  public enum Position: Hashable, Sendable {
    case time(Duration)
    /// Bytes that the service sent: of bodies and messages.
    case bytes(Int)
    /// Pieces of a body, or messages, that the service sent.
    case messages(Int)
  }

  /// A third: speech at 8 kHz where 24 kHz were agreed.
  public static let standardTimes = 1.0 / 3

  /// How much longer a slow handshake takes when the plan does not say.
  public static let standardHandshake = Duration.seconds(3)

  /// After how many bytes of a text's speech it breaks off: 200 ms at 24 kHz, and half a sample.
  public static let standardTruncation = 9601

  /// Whether the rule speaks of a service.
  public func concerns(provider name: String, stage: Stage) -> Bool {
    fault.stages.contains(stage) && (self.stage == nil || self.stage == stage)
      && (provider.map { Self.matches($0, name) } ?? true)
  }

  /// Compares a name with a pattern in which `*` stands for any text.
  static func matches(_ pattern: String, _ name: String) -> Bool {
    let pieces = pattern.split(separator: "*", omittingEmptySubsequences: false)
    var rest = name[...]
    for (index, piece) in pieces.enumerated() {
      if index == pieces.count - 1, index > 0 { return rest.hasSuffix(piece) }
      guard index == 0 ? rest.hasPrefix(piece) : true, let range = Self.range(of: piece, in: rest) else {
        return false
      }
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty
  }

  private static func range(of piece: Substring, in text: Substring) -> Range<Substring.Index>? {
    piece.isEmpty ? text.startIndex..<text.startIndex : text.firstRange(of: piece)
  }
}
