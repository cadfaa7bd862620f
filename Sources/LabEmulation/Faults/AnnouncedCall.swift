public import LabProviders
public import LabTimeline

/// What a conversation of the lab says of itself when it calls an emulated service that goes wrong by plan:
/// so the service knows, offline and on sockets alike, which call of which turn it is.
public struct AnnouncedCall: Hashable, Sendable {
  /// The conversation, unlike any other of the run; its turn is looked up by it.
  public var conversation: String
  /// The name under which the conversation draws; it is shared by cells that differ in something else.
  public var session: String
  public var provider: String
  public var stage: Stage
  /// Counts the calls of the conversation to the stage, from 0; a retry is one more.
  public var number: Int
  /// The turn, from 0; what comes before the first belongs to it.
  public var turn: Int

  public init(
    conversation: String, session: String, provider: String, stage: Stage, number: Int, turn: Int
  ) {
    self.conversation = conversation
    self.session = session
    self.provider = provider
    self.stage = stage
    self.number = number
    self.turn = turn
  }

  static let headerName = "X-TurnLab-Call"

  /// The header of the request that says so.
  public var header: HeaderField {
    let fields = [conversation, session, provider, stage.rawValue, String(number), String(turn)]
    return HeaderField(Self.headerName, fields.map(Self.escaped).joined(separator: ";"))
  }

  /// Reads the announcement of a request; `nil` when it is none of the lab's.
  public init?(_ request: ConnectionRequest) {
    guard let value = request.headers.value(of: Self.headerName) else { return nil }
    let fields = value.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6, let stage = Stage(rawValue: fields[3]), let number = Int(fields[4]),
      let turn = Int(fields[5])
    else { return nil }
    self.init(
      conversation: fields[0], session: fields[1], provider: fields[2], stage: stage, number: number,
      turn: turn)
  }

  /// Headers are printable ASCII, and a semicolon separates.
  private static func escaped(_ text: String) -> String {
    String(text.map { $0.isASCII && !$0.isWhitespace && $0 != ";" ? $0 : "_" })
  }
}
